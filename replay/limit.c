// SPDX-License-Identifier: GPL-2.0
/*
 * The limit that base and series are compared with: the same memory, just filled,
 * by as many threads.
 */
#include "program.h"

/* What no way to write these pages can be faster than: eight MOVNTI for each. */
static void fill(unsigned char *to, const unsigned char *end)
{
	uint64_t word = 0;

	for (; to < end; to += 64)
		asm volatile("movnti %1, 0(%0)\n\tmovnti %1, 8(%0)\n\t"
			     "movnti %1, 16(%0)\n\tmovnti %1, 24(%0)\n\t"
			     "movnti %1, 32(%0)\n\tmovnti %1, 40(%0)\n\t"
			     "movnti %1, 48(%0)\n\tmovnti %1, 56(%0)"
			     : : "r"(to), "r"(word) : "memory");
}

static void fill_pages(unsigned long start, unsigned long end, void *arg)
{
	const struct replay_range *range = arg;
	unsigned long pfn = range_start(range);

	fill(memmap_page(pfn + start), memmap_page(pfn + end));
	asm volatile("sfence" : : : "memory");
}

static void fill_optimised(unsigned long start, unsigned long end, void *arg)
{
	const struct replay_range *range = arg;
	unsigned long pfn = range_start(range);

	for (; start < end; start++) {
		unsigned char *to = memmap_page(pfn + (start << range->order));

		fill(to, to + REPLAY_OPTIMISED_BYTES);
	}
	asm volatile("sfence" : : : "memory");
}

void limit_run(const struct replay_range *range)
{
	unsigned long pages = range_end(range) - range_start(range);

	if (replay_base.is_optimised(range_start(range)))
		replay_series.parallel(fill_optimised, (void *)range, pages >> range->order, 64);
	else
		replay_series.parallel(fill_pages, (void *)range, pages, 1 << 15);
}
