/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bind a device to its driver and measure that.
 */
#ifndef REBIND_H
#define REBIND_H

/* The only lines of the kernel log that are read. */
#define MEMMAP_LINE	"memmap_init_zone_device initialised "

struct bind_times {
	unsigned int lines;		/* MEMMAP_LINEs of this bind */
	unsigned long pages;		/* sum over them */
	unsigned long ms;		/* sum over them */
	unsigned long long ns;		/* the write to .../bind */
};

/* All return 0 or -errno. */
int rebind_enable_log(void);
int rebind_unbind(const char *driver, const char *device);
int rebind_bind(const char *driver, const char *device,
		struct bind_times *times);

#endif
