/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the guest's init share: the report, attributes of sysfs,
 * the namespaces of the plan, and its verbs.
 */
#ifndef GUEST_H
#define GUEST_H

#include <stdbool.h>
#include <stddef.h>

#define ND_DEVICES	"/sys/bus/nd/devices"
#define ND_DRIVERS	"/sys/bus/nd/drivers"
#define MAX_NAMESPACES	32
#define SELFTEST	"/zone_device_rebind"

struct namespace {
	char driver[16];	/* nd_pmem, dax_pmem */
	char device[32];	/* pfn0.0, dax0.0 */
	char region[16];	/* region0 */
	bool bound;
};

extern struct namespace namespaces[MAX_NAMESPACES];
extern unsigned int nr_namespaces;

/* report.c: lines for the host; fail() reports an error and returns -1 */
int report_open(const char *path);
void report_drain(void);
void report(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* attr.c: 0 or -errno */
int attr_read(char *buf, size_t len, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int attr_write(const char *value, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
bool attr_wait(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
unsigned long long parse_size(const char *text);

/* selftest.c: one run of the selftest, with what it said */
struct selftest {
	unsigned int stop_after;	/* send SIGTERM after so many binds */
	unsigned int binds, memmaps;	/* lines of binds, and with a time of the memmap */
};

int run_selftest(struct selftest *run, char **argv);

/* Verbs; argv[0] is the verb itself. 0 or -1, after fail(). */
int verb_namespace(int argc, char **argv);
int verb_first(int argc, char **argv);
int verb_rebind(int argc, char **argv);
int verb_trace(int argc, char **argv);
int verb_tracedump(int argc, char **argv);
int verb_flip(int argc, char **argv);
int verb_selftest(int argc, char **argv);
int verb_both(int argc, char **argv);
int verb_hold(int argc, char **argv);
int verb_release(int argc, char **argv);
int verb_mount(int argc, char **argv);
int verb_umount(int argc, char **argv);
int verb_cover(int argc, char **argv);
int verb_write(int argc, char **argv);
int verb_show(int argc, char **argv);

#endif
