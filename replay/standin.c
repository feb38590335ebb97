// SPDX-License-Identifier: GPL-2.0
/* Stand-ins for what memmap_init_zone_device() calls in other objects of the kernel. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "program.h"

/* The kernel keeps its stack aligned to 8 bytes only, libc expects 16. */
#define from_kernel __attribute__((force_align_arg_pointer))

uint64_t replay_resched_calls;
struct call_log replay_pageblocks, replay_page_refs;
bool replay_look_at_pages;
int replay_threads = 1;

static void add_call(struct call_log *log, uint64_t page, uint64_t argument)
{
	log->calls++;
	log->hash = (log->hash ^ page) * 0x9e3779b97f4a7c15;
	log->hash = (log->hash ^ argument) * 0x9e3779b97f4a7c15;
}

/* The kernel may read the struct page here (DEBUG_VM). */
void replay_pageblock(unsigned long page, int migratetype, int isolate)
{
	uint64_t first = replay_look_at_pages ? *(uint64_t *)page : 0;

	add_call(&replay_pageblocks, page, first * 4 + migratetype * 2 + isolate);
}

void replay_page_ref_set(unsigned long page, int value)
{
	add_call(&replay_page_refs, page, value);
}

struct job {
	void (*fn)(unsigned long start, unsigned long end, void *arg);
	void *arg;
	unsigned long start, size, chunk;
	pthread_mutex_t lock;
};

/* As padata_mt_helper(): chunks end at absolute multiples of their size. */
static void *work(void *data)
{
	struct job *job = data;

	pthread_mutex_lock(&job->lock);
	while (job->size) {
		unsigned long start = job->start;
		unsigned long size = job->chunk - start % job->chunk;

		if (size > job->size)
			size = job->size;
		job->start += size;
		job->size -= size;
		pthread_mutex_unlock(&job->lock);
		job->fn(start, start + size, job->arg);
		pthread_mutex_lock(&job->lock);
	}
	pthread_mutex_unlock(&job->lock);
	return NULL;
}

static unsigned long max(unsigned long a, unsigned long b)
{
	return a > b ? a : b;
}

/* As padata_do_multithreaded(), with threads for helpers. */
from_kernel
void replay_parallel(void (*fn)(unsigned long start, unsigned long end, void *arg),
		     void *arg, unsigned long start, unsigned long size,
		     unsigned long align, unsigned long min_chunk, int max_threads)
{
	struct job job = { .fn = fn, .arg = arg, .start = start, .size = size };
	unsigned long nr = max(size / max(max(min_chunk, align), 1), 1);
	pthread_t thread[64];
	unsigned long i, started = 0;

	if (!size)
		return;
	if (nr > (unsigned long)max_threads)
		nr = max_threads;
	if (nr > (unsigned long)replay_threads)
		nr = replay_threads;
	if (nr <= 1) {
		fn(start, start + size, arg);
		return;
	}
	job.chunk = max(max(size / (nr * 4), min_chunk), 1);
	align = max(align, 1);
	job.chunk = (job.chunk + align - 1) / align * align;
	pthread_mutex_init(&job.lock, NULL);
	while (started < nr - 1 && started < 64)
		if (pthread_create(&thread[started++], NULL, work, &job))
			die("cannot start a thread");
	work(&job);
	for (i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
}
