// SPDX-License-Identifier: GPL-2.0
/*
 * Times of base, series and the limit, in turns: the call with its memory in
 * place, as when a driver is bound again, for each order; and small ranges that
 * are in the caches or not, with and without a store to each page afterwards.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "program.h"

#define PFN		(1UL << 22)
#define LINE		64
#define STORE_AT	16	/* zone_device_data, which drivers set */

enum who { BASE, SERIES, LIMIT, SERIES_SHARED, LIMIT_SHARED, RUNNERS };
enum state { AS_IS, WARM, COLD };

/* Shared: by as many threads as the kernel may have. The limit has no kernel. */
static const struct {
	const char *name;
	const struct replay_kernel *kernel;
	bool shared;
} runners[RUNNERS] = {
	[BASE]		= { "base", &replay_base, false },
	[SERIES]	= { "series", &replay_series, false },
	[LIMIT]		= { "limit", NULL, false },
	[SERIES_SHARED]	= { "series_shared", &replay_series, true },
	[LIMIT_SHARED]	= { "limit_shared", NULL, true },
};

struct measurement {
	struct replay_range range;
	enum state state;
	bool store;
};

uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000UL + time.tv_nsec;
}

static void store_compound(unsigned long pfn, unsigned long written, void *arg)
{
	unsigned char *page = memmap_page(pfn), *end = memmap_page(pfn + written);

	(void)arg;
	for (; page < end; page += replay_base.page_bytes)
		*(volatile uint64_t *)(page + STORE_AT) = (uint64_t)page;
}

/* Into the caches with all lines that the call is going to write, and out of them. */
static void touch_lines(unsigned long pfn, unsigned long written, void *arg)
{
	volatile unsigned char *at = memmap_page(pfn), *end = memmap_page(pfn + written);

	(void)arg;
	for (; at < end; at += LINE)
		*at += 1;
}

static void flush_lines(unsigned long pfn, unsigned long written, void *arg)
{
	unsigned char *at = memmap_page(pfn), *end = memmap_page(pfn + written);

	(void)arg;
	for (; at < end; at += LINE)
		asm volatile("clflush %0" : "+m"(*at));
	asm volatile("mfence" : : : "memory");
}

static uint64_t time_one(const struct measurement *m, enum who who)
{
	int threads = replay_threads;
	uint64_t start;

	if (m->state != AS_IS)
		range_for_each_compound(&m->range, touch_lines, NULL);
	/* Again: touched once, how much stayed depended on who had run before. */
	if (m->state == WARM)
		range_for_each_compound(&m->range, touch_lines, NULL);
	if (m->state == COLD)
		range_for_each_compound(&m->range, flush_lines, NULL);
	replay_doing = runners[who].name;
	replay_threads = runners[who].shared ? threads : 1;
	start = now();
	if (runners[who].kernel)
		runners[who].kernel->run(&m->range);
	else
		limit_run(&m->range);
	if (m->store)
		range_for_each_compound(&m->range, store_compound, NULL);
	start = now() - start;
	replay_threads = threads;
	return start;
}

static uint64_t memmap_hash(void)
{
	uint64_t hash = 0, *word = (uint64_t *)memmap.start;

	for (size_t i = 0; i < memmap.bytes / 8; i++)
		hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15;
	return hash;
}

static void set_up(const struct replay_range *range)
{
	replay_base.setup(range);
	replay_series.setup(range);
}

/* What is timed has to be the same work. */
static void check_images(const struct measurement *m)
{
	uint64_t hash[RUNNERS];

	set_up(&m->range);
	for (enum who who = BASE; who < RUNNERS; who++) {
		if (!runners[who].kernel)
			continue;
		memset(memmap.start, MEMMAP_PREFILL, memmap.bytes);
		time_one(m, who);
		hash[who] = memmap_hash();
		if (hash[who] != hash[BASE])
			die("base and series leave different images: run replay equal");
	}
}

/*
 * In another order each round, so that nobody always follows the same one. nr is a
 * prime number.
 */
static void measure(const struct measurement *m, const char *name, unsigned int round)
{
	static const char *const states[] = { "as-is", "warm", "cold" };
	unsigned int nr = replay_threads > 1 ? RUNNERS : SERIES_SHARED;
	unsigned int stride = 1 + round / nr % (nr - 1);
	uint64_t ns[RUNNERS];

	set_up(&m->range);
	for (unsigned int i = 0; i < nr; i++) {
		enum who who = (round + i * stride) % nr;

		ns[who] = time_one(m, who);
	}
	printf("time %s %lu %s %s", name, m->range.nr_pages, states[m->state],
	       m->store ? "store" : "none");
	for (unsigned int i = 0; i < nr; i++)
		printf(" %s=%lu", runners[i].name, ns[i]);
	printf("\n");
	fflush(stdout);
}

/* A part of each run but the limit's. */
static void measure_pageblocks(const struct replay_range *range)
{
	uint64_t start = now();

	replay_series.pageblocks(range);
	printf("pageblocks %lu\n", now() - start);
}

static int type_called(const char *name)
{
	const struct replay_type *type = replay_base.types;

	while (strcmp(type->name, name))
		type++;
	return type->value;
}

/* Single pages as nd_pmem has them, compounds as dax_pmem, the memmap on the device. */
static struct replay_range range_of(const char *name, unsigned long nr_pages)
{
	struct replay_range range = { .start_pfn = PFN, .nr_pages = nr_pages };
	char *end;

	range.order = strtoul(name, &end, 10);
	range.type = type_called(range.order ? "generic" : "fs_dax");
	range.altmap = !*end;
	if (end == name || (*end && strcmp(end, "-optimised")) ||
	    range.order > replay_base.max_order)
		die("'%s' is neither ORDER nor ORDER-optimised", name);
	replay_base.setup(&range);
	if (*end && !replay_base.is_optimised(PFN))
		die("'%s' is not possible in this configuration", name);
	if (nr_pages & ((1UL << range.order) - 1))
		die("'%s': %lu MiB are not a multiple of its pages", name, nr_pages >> 8);
	return range;
}

void check_memory(unsigned long pages)
{
	unsigned long mib = pages * replay_base.page_bytes >> 20, available = 0;
	FILE *meminfo = fopen("/proc/meminfo", "r");
	char line[200];

	while (meminfo && fgets(line, sizeof(line), meminfo))
		if (sscanf(line, "MemAvailable: %lu", &available) == 1)
			break;
	if (meminfo)
		fclose(meminfo);
	available = available / 1024 * 9 / 10;
	if (available && mib > available)
		die("the struct pages need %lu MiB, %lu MiB of memory are free: SIZE=%luG fits",
		    mib, available, available * 4096 / replay_base.page_bytes >> 10);
}

/* replay time PAGES ROUNDS CASE..., which take turns to be comparable with each other */
int time_main(int argc, char **argv)
{
	unsigned long pages = strtoul(argv[0], NULL, 10);
	unsigned int rounds = strtoul(argv[1], NULL, 10);

	check_memory(pages);
	for (int i = 2; i < argc; i++)
		range_of(argv[i], pages);
	printf("huge %s\n", memmap_open_huge(PFN, pages));
	for (unsigned int round = 0; round < rounds; round++) {
		for (int i = 2; i < argc; i++) {
			struct measurement m = { .range = range_of(argv[i], pages) };

			if (!round)
				check_images(&m);
			measure(&m, argv[i], round);
			measure_pageblocks(&m.range);
		}
	}
	return 0;
}

static void add_written(unsigned long pfn, unsigned long written, void *arg)
{
	(void)pfn;
	*(unsigned long *)arg += written;
}

/* replay count WHO CASE PAGES: one call, for a tool that counts instructions */
int count_main(char **argv)
{
	struct replay_range range = range_of(argv[1], strtoul(argv[2], NULL, 10));
	const struct replay_kernel *kernel = strcmp(argv[0], "base") ? &replay_series : &replay_base;
	unsigned long written = 0;

	range_for_each_compound(&range, add_written, &written);
	printf("struct pages: %lu\n", written);
	memmap_open(PFN, range.nr_pages);
	kernel->setup(&range);
	kernel->run(&range);
	return 0;
}

/* replay small ROUNDS CASE...: devices from 32 MiB to 4 GiB */
int small_main(int argc, char **argv)
{
	const unsigned long first = 32UL << 8, last = 4096UL << 8;
	unsigned int rounds = strtoul(argv[0], NULL, 10);

	for (int i = 1; i < argc; i++)
		range_of(argv[i], first);
	printf("huge %s\n", memmap_open_huge(PFN, last));
	for (int i = 1; i < argc; i++) {
		for (unsigned long pages = first; pages <= last; pages *= 2) {
			struct measurement m = { .range = range_of(argv[i], pages) };

			check_images(&m);
			for (m.state = WARM; m.state <= COLD; m.state++)
				for (int store = 0; store < 2; store++) {
					m.store = store;
					for (unsigned int round = 0; round < rounds; round++)
						measure(&m, argv[i], round);
				}
		}
	}
	return 0;
}
