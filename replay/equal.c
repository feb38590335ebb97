// SPDX-License-Identifier: GPL-2.0
/*
 * Equality of one range: base and series write it at the same address, in
 * memory prefilled alike, and have to leave the same bytes, there and beside.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "equal.h"
#include "program.h"

#define MAX_SHOWN	5	/* differences; the first ones say it all */

struct run {
	struct call_log pageblocks, page_refs;
	uint64_t resched_calls;
};

static unsigned char *image;		/* what base left */
static size_t image_bytes;

static void keep_image(void)
{
	if (image_bytes < memmap.bytes) {
		free(image);
		image = malloc(memmap.bytes);
		image_bytes = memmap.bytes;
		if (!image)
			die("not enough memory for an image of %zu bytes", memmap.bytes);
	}
	memcpy(image, memmap.start, memmap.bytes);
}

static struct run run(const struct replay_kernel *kernel, const struct replay_range *range)
{
	struct run result;

	memset(memmap.start, MEMMAP_PREFILL, memmap.bytes);
	replay_pageblocks = replay_page_refs = (struct call_log){ };
	replay_resched_calls = 0;
	kernel->setup(range);
	kernel->run(range);
	result.pageblocks = replay_pageblocks;
	result.page_refs = replay_page_refs;
	result.resched_calls = replay_resched_calls;
	return result;
}

static bool is_prefill(const unsigned char *start, size_t bytes)
{
	return !bytes || (*start == MEMMAP_PREFILL &&
			  memcmp(start, start + 1, bytes - 1) == 0);
}

struct written {
	const unsigned char *end;	/* of what has been looked at */
	unsigned long pages;
	bool ok;
};

static void check_written(unsigned long pfn, unsigned long written, void *arg)
{
	unsigned char *page = memmap_page(pfn);
	struct written *state = arg;

	state->ok = state->ok && is_prefill(state->end, page - state->end);
	for (unsigned long i = 0; i < written; i++, page += replay_base.page_bytes)
		state->ok = state->ok && !is_prefill(page, replay_base.page_bytes);
	state->end = page;
	state->pages += written;
}

/* Is each page written that has to be, and nothing beside? */
static bool written_as_expected(const struct replay_range *range, unsigned long *pages)
{
	struct written state = { .end = memmap.start, .ok = true };
	const unsigned char *end = memmap.start + memmap.bytes;

	range_for_each_compound(range, check_written, &state);
	*pages = state.pages;
	return state.ok && is_prefill(state.end, end - state.end);
}

static const char *field_name(const struct replay_range *range, unsigned long offset)
{
	unsigned long page_bytes = replay_base.page_bytes;
	const struct replay_field *field;

	if (range->order)
		for (field = replay_base.folio_fields; field->name; field++)
			if (offset >= field->offset && offset < field->offset + field->bytes)
				return field->name;
	for (field = replay_base.page_fields; field->name; field++)
		if (offset % page_bytes >= field->offset &&
		    offset % page_bytes < field->offset + field->bytes)
			return field->name;
	return "no field";
}

static void explain(const struct replay_range *range)
{
	unsigned long page_bytes = replay_base.page_bytes, start = range_start(range);
	unsigned long offset = 0, pfn, index;
	uint64_t old, new;

	while (image[offset] == memmap.start[offset])
		offset++;
	pfn = memmap.first_pfn + offset / page_bytes;
	memcpy(&old, image + offset / 8 * 8, 8);
	memcpy(&new, memmap.start + offset / 8 * 8, 8);
	printf("  first difference at byte %lu of the struct page of PFN %#lx: ",
	       offset % page_bytes, pfn);
	if (pfn < start || pfn >= range_end(range)) {
		printf("outside of the range\n");
	} else {
		index = (pfn - start) % (1UL << range->order);
		printf("page %lu of the range, page %lu of its compound, %s\n", pfn - start, index,
		       field_name(range, index * page_bytes + offset % page_bytes));
	}
	printf("  its word is %016lx from base, %016lx from series\n", old, new);
}

/* In the order in which they say most about what is wrong. */
static const char *verdict(const struct replay_range *range, const struct run *base,
			   const struct run *series, bool base_ok, unsigned long *pages)
{
	if (!base_ok)
		return "base did not write what was expected";
	if (memcmp(image, memmap.start, memmap.bytes))
		return "the images differ";
	if (!written_as_expected(range, pages))
		return "series did not write what was expected";
	if (memcmp(&base->pageblocks, &series->pageblocks, sizeof(base->pageblocks)))
		return "the pageblocks differ";
	if (memcmp(&base->page_refs, &series->page_refs, sizeof(base->page_refs)))
		return "the page_ref_set events differ";
	if (series->resched_calls < base->resched_calls)
		return "series calls cond_resched() less often";
	return NULL;
}

bool equal_range(const struct replay_range *range, const char *what, unsigned long *pages)
{
	static unsigned int shown;
	struct run base, series;
	const char *wrong;
	bool base_ok;

	replay_case = what;
	memmap_open(range_start(range), range_end(range) - range_start(range));
	replay_doing = "base";
	base = run(&replay_base, range);
	base_ok = written_as_expected(range, pages);
	keep_image();
	replay_doing = "series";
	series = run(&replay_series, range);
	replay_doing = "the comparison";
	wrong = verdict(range, &base, &series, base_ok, pages);
	if (wrong && shown++ < MAX_SHOWN) {
		printf("DIFFERENT %s: %s\n", what, wrong);
		if (memcmp(image, memmap.start, memmap.bytes))
			explain(range);
	}
	memmap_close();
	return !wrong;
}
