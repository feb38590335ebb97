/* SPDX-License-Identifier: GPL-2.0 */
/* What the files of the program know of each other. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay.h"

extern const struct replay_kernel replay_base, replay_series;

/* main.c */
extern bool replay_trace;		/* somebody traces page_ref_set */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* fault.c */
extern const char *replay_doing, *replay_case;	/* said when something goes wrong */
void fault_start(void);

/* watch.c: was it a place that is watched? */
bool store_fault(unsigned long address, unsigned long ip);

/* standin.c */
extern uint64_t replay_resched_calls;
/* A sequence of calls and their arguments. */
struct call_log {
	uint64_t calls;
	uint64_t hash;
};
extern struct call_log replay_pageblocks, replay_page_refs;

/* threads.c; the kernel keeps its stack aligned to 8 bytes only, libc expects 16 */
#define from_kernel __attribute__((force_align_arg_pointer))

/* What the kernel asked padata for last, and how many helpers that brought. */
struct job_seen {
	unsigned long jobs, size, done, min_chunk;	/* done: when padata returned */
	int max_threads;
	unsigned int helpers, astray;	/* astray: for another node than the device's */
};
extern struct job_seen replay_job_seen;
void threads_wait(void);

/* memmap.c: the memmap of a range of PFNs, with room for errors on both sides */
#define MEMMAP_PFN_0	0x100000000000UL	/* where that of PFN 0 would be */
#define MEMMAP_PREFILL	0xa5

struct memmap {
	unsigned char *start;
	size_t bytes;
	unsigned long first_pfn;
};

extern struct memmap memmap;
void memmap_open(unsigned long pfn, unsigned long nr_pages);
void memmap_prefill(void);
/* Touched, in huge pages where the machine has them; says what it got. */
const char *memmap_open_huge(unsigned long pfn, unsigned long nr_pages);
void memmap_close(void);
const char *memmap_place(unsigned long address);
static inline unsigned char *memmap_page(unsigned long pfn)
{
	return (unsigned char *)MEMMAP_PFN_0 + pfn * replay_base.page_bytes;
}

/* range.c: what of a range has to be written, worked out apart from the kernel */
unsigned long range_start(const struct replay_range *range);
unsigned long range_end(const struct replay_range *range);
typedef void range_fn(unsigned long pfn, unsigned long written, void *arg);
void range_for_each_compound(const struct replay_range *range, range_fn *fn, void *arg);

/* cases.c */
int equal_main(bool first);	/* stops at the first difference */

/* timing.c */
uint64_t now(void);			/* ns */
void check_memory(unsigned long pages);
int time_main(int argc, char **argv);
int small_main(int argc, char **argv);
int count_main(char **argv);

/* limit.c: what cannot be any faster */
void limit_run(const struct replay_range *range);

/* stores.c */
int stores_main(char **argv);

#endif
