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
	enum store store;	/* that the last struct page was written with */
	struct job_seen job;
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

void run_checked(const struct replay_kernel *kernel, const struct replay_range *range)
{
	replay_pageblocks = replay_page_refs = (struct call_log){ };
	replay_log_pageblocks = true;
	replay_resched_calls = 0;
	replay_job_seen = (struct job_seen){ };
	kernel->setup(range);
	kernel->run(range);
}

static struct run run_on(const struct replay_kernel *kernel, const struct replay_range *range)
{
	run_checked(kernel, range);
	threads_wait();
	return (struct run){
		.pageblocks = replay_pageblocks,
		.page_refs = replay_page_refs,
		.resched_calls = replay_resched_calls,
		.job = replay_job_seen,
	};
}

static bool is_prefill(const unsigned char *start, size_t bytes)
{
	return !bytes || (*start == MEMMAP_PREFILL &&
			  memcmp(start, start + 1, bytes - 1) == 0);
}

/* What has to be written of a range: the most and the fewest pages of a compound, and all. */
struct written {
	const unsigned char *end;	/* of what has been looked at */
	unsigned long pages, most, fewest;
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
	state->most = written > state->most ? written : state->most;
	state->fewest = written < state->fewest ? written : state->fewest;
}

/* Is each page written that has to be, and nothing beside? */
static struct written check_all_written(const struct replay_range *range)
{
	struct written state = { .end = memmap.start, .fewest = -1UL, .ok = true };
	const unsigned char *end = memmap.start + memmap.bytes;

	range_for_each_compound(range, check_written, &state);
	state.ok = state.ok && is_prefill(state.end, end - state.end);
	return state;
}

static void note_last(unsigned long pfn, unsigned long written, void *last)
{
	*(unsigned long *)last = (unsigned long)memmap_page(pfn + written - 1);
}

/* The last struct page, unless the first ones, which are seeds, are too near. */
static void watch_last_store(const struct replay_range *range)
{
	unsigned long last = 0;

	range_for_each_compound(range, note_last, &last);
	if (last && last / 4096 > (unsigned long)memmap_page(range_start(range) + 4) / 4096)
		store_watch((unsigned char *)last);
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

/*
 * Large memmaps do not go through the caches, small ones do, and those that
 * events are raised for. How much compounds count that are cut short, or that
 * follow others with more pages or fewer, is left open.
 */
static const char *wrong_store(const struct replay_range *range, const struct run *series,
			       const struct written *written)
{
	unsigned long pfns = range->nr_pages - (range_start(range) - range->start_pfn);
	unsigned long whole = pfns >> range->order, compounds = whole + !!(pfns % (1UL << range->order));
	unsigned long least = whole * written->fewest * replay_base.page_bytes;
	unsigned long most = compounds * written->most * replay_base.page_bytes;
	bool nontemporal = series->store == STORE_NONTEMPORAL;

	if (series->store == STORE_NONE)
		return NULL;
	if (nontemporal && series->page_refs.calls)
		return "series does not go through the caches, though traced";
	if (nontemporal && most < NONTEMPORAL_BYTES)
		return "series does not write a small memmap through the caches";
	if (!nontemporal && !series->page_refs.calls && least >= NONTEMPORAL_BYTES)
		return "series writes a large memmap through the caches";
	return NULL;
}

static unsigned long least(unsigned long a, unsigned long b)
{
	return a < b ? a : b;
}

/* Small chunks are not worth a CPU, and there is a limit to how many are. */
static const char *wrong_job(const struct run *series, const struct written *written)
{
	const struct job_seen *job = &series->job;
	unsigned long chunk = replay_chunk ? replay_chunk : job->min_chunk, expected;

	if (!job->jobs)
		return NULL;
	if (job->done != job->size)
		return "padata returns before all is done";
	if (job->jobs > 1 || series->page_refs.calls)
		return "series shares what it must not";
	if (written->pages && job->min_chunk * written->most * replay_base.page_bytes < CHUNK_BYTES)
		return "series shares small chunks";
	if ((unsigned long)job->max_threads != least(replay_online, MAX_THREADS))
		return "series asks for a wrong number of CPUs";
	expected = least(least(job->size / chunk, job->max_threads), replay_threads);
	/* padata leaves half of its works after boot. */
	expected = least(expected, replay_cpus / (replay_booting ? 1 : 2) + 1);
	expected = least(expected, replay_pool + 1);
	if (job->helpers + 1 != (expected ? expected : 1))
		return "series has a wrong number of helpers";
	return job->astray ? "series has helpers on another node" : NULL;
}

/* In the order in which they say most about what is wrong. */
static const char *verdict(const struct replay_range *range, const struct run *base,
			   const struct run *series, const struct written *written)
{
	const char *wrong;

	if (!written->ok)
		return "base did not write what was expected";
	if (memcmp(image, memmap.start, memmap.bytes))
		return "the images differ";
	if (!check_all_written(range).ok)
		return "series did not write what was expected";
	if (memcmp(&base->pageblocks, &series->pageblocks, sizeof(base->pageblocks)))
		return "the pageblocks differ";
	if (memcmp(&base->page_refs, &series->page_refs, sizeof(base->page_refs)))
		return "the page_ref_set events differ";
	if (series->resched_calls < base->resched_calls)
		return "series calls cond_resched() less often";
	wrong = wrong_store(range, series, written);
	return wrong ? wrong : wrong_job(series, written);
}

/* Several CPUs and smaller chunks than in the kernel, so that short ranges are cut as well. */
static const struct { unsigned int threads, chunk, cpus, online, booting; } cuts[] = {
	{ 2, 1, 64, 64, 0 }, { 3, 2, 64, 64, 0 }, { 7, 1, 64, 64, 0 },
	{ MAX_THREADS, 3, 64, 64, 0 }, { MAX_THREADS, 1, 10, 64, 0 },
	{ MAX_THREADS, 1, 64, 6, 0 }, { MAX_THREADS, 1, 10, 64, 1 },
};

#define NR_CUTS	(sizeof(cuts) / sizeof(cuts[0]))

/* All of them where that does not take long, one at a time elsewhere. */
static const char *try_cuts(const struct replay_range *range, const struct run *base,
			    const struct written *written, unsigned long *helpers)
{
	static unsigned int next;
	unsigned int count = written->pages > 2 * 4096 ? 1 : NR_CUTS;
	int threads = replay_threads;
	const char *wrong = NULL;
	struct run series;

	for (; count && !wrong; count--, next = (next + 1) % NR_CUTS) {
		replay_threads = cuts[next].threads;
		replay_chunk = cuts[next].chunk;
		replay_cpus = cuts[next].cpus;
		replay_online = cuts[next].online;
		replay_booting = cuts[next].booting;
		memmap_prefill();
		series = run_on(&replay_series, range);
		*helpers += series.job.helpers;
		wrong = verdict(range, base, &series, written);
	}
	replay_threads = threads;
	replay_cpus = replay_online = REPLAY_CPUS;
	replay_booting = replay_chunk = 0;
	return wrong;
}

bool equal_range(const struct replay_range *range, const char *what, struct compared *compared)
{
	static unsigned int shown;
	struct run base, series;
	struct written written;
	const char *wrong;

	replay_case = what;
	memmap_open(range_start(range), range_end(range) - range_start(range));
	replay_doing = "base";
	memmap_prefill();
	base = run_on(&replay_base, range);
	written = check_all_written(range);
	keep_image();
	replay_doing = "series";
	memmap_prefill();
	watch_last_store(range);
	series = run_on(&replay_series, range);
	series.store = store_seen();
	compared->helpers += series.job.helpers;
	wrong = verdict(range, &base, &series, &written);
	if (!wrong)
		wrong = try_cuts(range, &base, &written, &compared->helpers);
	replay_doing = "the comparison";
	if (wrong && shown++ < MAX_SHOWN) {
		printf("DIFFERENT %s: %s\n", what, wrong);
		if (memcmp(image, memmap.start, memmap.bytes))
			explain(range);
	}
	memmap_close();
	compared->pages += written.pages;
	compared->events += base.page_refs.calls;
	return !wrong;
}
