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
#define MAX_NAMESPACES	16

struct namespace {
	char driver[16];	/* nd_pmem, dax_pmem */
	char device[32];	/* pfn0.0, dax0.0 */
	char region[16];	/* region0 */
	unsigned int binds;	/* bound so often by this plan */
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

/* Verbs; argv[0] is the verb itself. 0 or -1, after fail(). */
int verb_namespace(int argc, char **argv);
int verb_first(int argc, char **argv);
int verb_rebind(int argc, char **argv);
int verb_trace(int argc, char **argv);
int verb_tracedump(int argc, char **argv);
int verb_flip(int argc, char **argv);

#endif
