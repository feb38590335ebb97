// SPDX-License-Identifier: GPL-2.0
/* What of a range has to be written, worked out apart from the code under test. */
#include "program.h"

/* The altmap's own pages have no struct page that is initialised. */
unsigned long range_start(const struct replay_range *range)
{
	return range->start_pfn + (range->altmap ? range->altmap_pages : 0);
}

/* Where the last compound ends, which may be behind the end of the range. */
unsigned long range_end(const struct replay_range *range)
{
	unsigned long start = range_start(range);
	unsigned long end = range->start_pfn + range->nr_pages;
	unsigned long step = 1UL << range->order;

	return end <= start ? start : start + (end - start + step - 1) / step * step;
}

void range_for_each_compound(const struct replay_range *range, range_fn *fn, void *arg)
{
	unsigned long end = range_end(range), step = 1UL << range->order;

	for (unsigned long pfn = range_start(range); pfn < end; pfn += step)
		fn(pfn, replay_base.is_optimised(pfn) ?
			REPLAY_OPTIMISED_BYTES / replay_base.page_bytes : step, arg);
}
