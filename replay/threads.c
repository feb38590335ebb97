// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that do the work which the kernel's padata queues, and what padata waits
 * with: locks and completions.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "program.h"

#define MAX_WORKS	64

int replay_threads = 1;
unsigned int replay_cpus = REPLAY_CPUS, replay_online = REPLAY_CPUS, replay_pool = REPLAY_CPUS;
int replay_booting;
unsigned long replay_chunk;
struct job_seen replay_job_seen;

static struct {
	void (*fn)(void *work);
	void *work;
} queue[MAX_WORKS];
static unsigned int queued, idle, unfinished;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted = PTHREAD_COND_INITIALIZER, changed = PTHREAD_COND_INITIALIZER;

static void *worker(void *unused)
{
	pthread_mutex_lock(&mutex);
	for (;;) {
		while (!queued) {
			idle++;
			pthread_cond_wait(&wanted, &mutex);
			idle--;
		}
		queued--;
		void (*fn)(void *work) = queue[queued].fn;
		void *work = queue[queued].work;

		pthread_mutex_unlock(&mutex);
		fn(work);
		pthread_mutex_lock(&mutex);
		unfinished--;
		pthread_cond_broadcast(&changed);
	}
	return unused;
}

from_kernel
void replay_queue(void (*fn)(void *work), void *work, int node)
{
	pthread_t thread;

	pthread_mutex_lock(&mutex);
	if (queued == MAX_WORKS)
		die("too much work is queued");
	queue[queued].fn = fn;
	queue[queued].work = work;
	queued++;
	unfinished++;
	replay_job_seen.helpers++;
	if (node != replay_series.cpu_nid)
		replay_job_seen.astray++;
	if (idle < queued && pthread_create(&thread, NULL, worker, NULL))
		die("cannot start a thread");
	pthread_cond_signal(&wanted);
	pthread_mutex_unlock(&mutex);
}

/* They may have said that all is done, and not have returned yet. */
void threads_wait(void)
{
	pthread_mutex_lock(&mutex);
	while (unfinished)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}

from_kernel
void replay_job(unsigned long size, unsigned long min_chunk, int max_threads, unsigned long done)
{
	replay_job_seen.jobs++;
	replay_job_seen.size = size;
	replay_job_seen.done = done;
	replay_job_seen.min_chunk = min_chunk;
	replay_job_seen.max_threads = max_threads;
}

from_kernel
void *replay_alloc(unsigned long bytes)
{
	return calloc(1, bytes);
}

/* Not held for long: who waits lets others go on. */
from_kernel
void replay_lock(int *lock)
{
	while (atomic_exchange_explicit((_Atomic int *)lock, 1, memory_order_acquire))
		sched_yield();
}

from_kernel
void replay_unlock(int *lock)
{
	atomic_store_explicit((_Atomic int *)lock, 0, memory_order_release);
}

from_kernel
void replay_complete(unsigned int *done)
{
	pthread_mutex_lock(&mutex);
	++*done;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}

from_kernel
void replay_wait(unsigned int *done)
{
	pthread_mutex_lock(&mutex);
	while (!*done)
		pthread_cond_wait(&changed, &mutex);
	--*done;
	pthread_mutex_unlock(&mutex);
}
