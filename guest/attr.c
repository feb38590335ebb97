// SPDX-License-Identifier: GPL-2.0
/*
 * Attributes of sysfs and the like: read, write, wait for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

#define WAIT_STEP_US	10000
#define WAIT_STEPS	3000

#define format_path(path, fmt)						\
	do {								\
		va_list ap;						\
									\
		va_start(ap, fmt);					\
		vsnprintf(path, sizeof(path), fmt, ap);			\
		va_end(ap);						\
	} while (0)

/* Reads one line, without its newline. */
int attr_read(char *buf, size_t len, const char *fmt, ...)
{
	char path[256];
	ssize_t got;
	int fd, err;

	format_path(path, fmt);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	got = read(fd, buf, len - 1);
	err = errno;
	close(fd);
	if (got < 0)
		return -err;
	buf[got] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	return 0;
}

int attr_write(const char *value, const char *fmt, ...)
{
	size_t len = strlen(value);
	char path[256];
	ssize_t put;
	int fd, err;

	format_path(path, fmt);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	put = write(fd, value, len);
	err = errno;
	close(fd);
	if (put < 0)
		return -err;
	return (size_t)put == len ? 0 : -EIO;
}

/* Drivers probe asynchronously: give a path some time to appear. */
bool attr_wait(const char *fmt, ...)
{
	char path[256];
	int i;

	format_path(path, fmt);
	for (i = 0; i < WAIT_STEPS; i++) {
		if (!access(path, F_OK))
			return true;
		usleep(WAIT_STEP_US);
	}
	return false;
}

/* 4096, 2M, 1G; 0 is no size */
unsigned long long parse_size(const char *text)
{
	unsigned long long size;
	char *end;

	size = strtoull(text, &end, 0);
	switch (*end) {
	case 'G':
		size <<= 10;
		/* fall through */
	case 'M':
		size <<= 10;
		/* fall through */
	case 'K':
		size <<= 10;
		end++;
	}
	return *end ? 0 : size;
}
