// SPDX-License-Identifier: GPL-2.0
/*
 * Bind a device to its driver and measure that: the time of
 * memmap_init_zone_device() from its pr_debug() line in the kernel log, and
 * the duration of the bind as a user waits for it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"
#include "rebind.h"

/* The line is a pr_debug(), so it has to be switched on. */
int rebind_enable_log(void)
{
	return attr_write("func memmap_init_zone_device +p",
			  "/proc/dynamic_debug/control");
}

static unsigned long long now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static int open_log_at_end(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (lseek(fd, 0, SEEK_END) < 0) {
		close(fd);
		return -EIO;
	}
	return fd;
}

/* Adds up what was logged since open_log_at_end(). */
static int read_log(int fd, struct bind_times *times)
{
	unsigned long pages, ms;
	char record[1024];
	char *line;
	ssize_t len;

	for (;;) {
		len = read(fd, record, sizeof(record) - 1);
		if (len < 0)
			return errno == EAGAIN ? 0 : -errno;
		record[len] = '\0';
		line = strstr(record, ";" MEMMAP_LINE);
		if (!line)
			continue;
		line += strlen(";" MEMMAP_LINE);
		if (sscanf(line, "%lu pages in %lums", &pages, &ms) != 2)
			return -EBADMSG;
		times->lines++;
		times->pages += pages;
		times->ms += ms;
	}
}

int rebind_unbind(const char *driver, const char *device)
{
	return attr_write(device, ND_DRIVERS "/%s/unbind", driver);
}

int rebind_bind(const char *driver, const char *device,
		struct bind_times *times)
{
	unsigned long long begin;
	int log, err;

	memset(times, 0, sizeof(*times));
	log = open_log_at_end();
	if (log < 0)
		return log;
	begin = now_ns();
	err = attr_write(device, ND_DRIVERS "/%s/bind", driver);
	times->ns = now_ns() - begin;
	if (!err)
		err = read_log(log, times);
	close(log);
	return err;
}
