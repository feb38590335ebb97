// SPDX-License-Identifier: GPL-2.0
/*
 * Lines for the host. They have a serial port of their own, so that kernel
 * messages never end up in the middle of one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "guest.h"

static int report_fd = STDOUT_FILENO;

int report_open(const char *path)
{
	struct termios tio;
	int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (!tcgetattr(fd, &tio)) {
		cfmakeraw(&tio);
		tcsetattr(fd, TCSANOW, &tio);
	}
	report_fd = fd;
	return 0;
}

void report_drain(void)
{
	tcdrain(report_fd);
}

static void report_line(const char *prefix, const char *fmt, va_list ap)
{
	char line[512];
	int used = snprintf(line, sizeof(line), "%s", prefix);
	int rest = sizeof(line) - used - 1;
	int len = vsnprintf(line + used, rest, fmt, ap);

	if (len >= rest)
		len = rest - 1;
	used += len;
	line[used++] = '\n';
	if (write(report_fd, line, used) != used)
		perror("report");
}

void report(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report_line("", fmt, ap);
	va_end(ap);
}

int fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report_line("error: ", fmt, ap);
	va_end(ap);
	return -1;
}
