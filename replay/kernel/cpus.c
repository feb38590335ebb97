// SPDX-License-Identifier: GPL-2.0
/*
 * Several CPUs for the replay: what kernel/padata.c, which is linked as it is, and
 * its caller need of the scheduler, of locks and of workqueues. Helpers are threads of
 * the program.
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/nodemask.h>
#include <linux/padata.h>
#include <linux/rcupdate.h>
#include <linux/sched/isolation.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/topology.h>
#include <linux/workqueue.h>

#include "replay.h"

unsigned int __num_possible_cpus = REPLAY_CPUS;
struct cpumask __cpu_possible_mask, __cpu_online_mask;
cpumask_var_t node_to_cpumask_map[MAX_NUMNODES];
enum system_states system_state = SYSTEM_RUNNING;
struct workqueue_struct *system_dfl_wq;
#ifdef CONFIG_LOCKDEP
int debug_locks;
#endif

/* scripts/replay gives padata's this name, so that its callers come by here first. */
void kernel_padata_do_multithreaded(struct padata_mt_job *job);

/* What its function was called for, to know whether that was all when it returns. */
static atomic_long_t done;
static void (*thread_fn)(unsigned long start, unsigned long end, void *arg);

static void counted(unsigned long start, unsigned long end, void *arg)
{
	thread_fn(start, end, arg);
	atomic_long_add(end - start, &done);
}

void padata_do_multithreaded(struct padata_mt_job *job)
{
	unsigned long size = job->size, min_chunk = job->min_chunk;
	int max_threads = job->max_threads;

	thread_fn = job->thread_fn;
	atomic_long_set(&done, 0);
	job->thread_fn = counted;
	job->min_chunk = replay_chunk ?: job->min_chunk;
	job->max_threads = min(job->max_threads, replay_threads);
	__num_possible_cpus = replay_cpus;
	system_state = replay_booting ? SYSTEM_SCHEDULING : SYSTEM_RUNNING;
	kernel_padata_do_multithreaded(job);
	replay_job(size, min_chunk, max_threads, atomic_long_read(&done));
}

void replay_parallel(void (*fn)(unsigned long start, unsigned long end, void *arg),
		     void *arg, unsigned long size, unsigned long min_chunk)
{
	struct padata_mt_job job = {
		.thread_fn	= fn,
		.fn_arg		= arg,
		.size		= size,
		.align		= 1,
		.min_chunk	= min_chunk,
		.max_threads	= replay_threads,
	};

	kernel_padata_do_multithreaded(&job);
}

void replay_cpus_start(void)
{
	__cpu_possible_mask.bits[0] = ~0UL;
	node_to_cpumask_map[REPLAY_CPU_NID]->bits[0] = ~0UL;
	__num_possible_cpus = replay_pool;
	padata_init();
}

void replay_cpus_setup(void)
{
	__cpu_online_mask.bits[0] = ~0UL >> (REPLAY_CPUS - replay_online);
}

void *__kmalloc_noprof(DECL_TOKEN_PARAMS(size, token), gfp_t flags)
{
	return replay_alloc(size);
}

int __cpuhp_setup_state(enum cpuhp_state state, const char *name, bool invoke,
			int (*startup)(unsigned int cpu),
			int (*teardown)(unsigned int cpu), bool multi_instance)
{
	return 0;
}

#ifdef CONFIG_PREEMPT_RCU
void __rcu_read_lock(void)
{
}

void __rcu_read_unlock(void)
{
}
#endif

int numa_nearest_node(int node, unsigned int state)
{
	return state == N_CPU ? REPLAY_CPU_NID : node;
}

static void run_work(void *work)
{
	((struct work_struct *)work)->func(work);
}

bool queue_work_node(int node, struct workqueue_struct *wq, struct work_struct *work)
{
	replay_queue(run_work, work, node);
	return true;
}

bool queue_work_on(int cpu, struct workqueue_struct *wq, struct work_struct *work)
{
	replay_queue(run_work, work, NUMA_NO_NODE);
	return true;
}

void __init_swait_queue_head(struct swait_queue_head *q, const char *name,
			     struct lock_class_key *key)
{
}

#ifdef CONFIG_DEBUG_LIST
bool __list_add_valid_or_report(struct list_head *new, struct list_head *prev,
				struct list_head *next)
{
	return true;
}

bool __list_del_entry_valid_or_report(struct list_head *entry)
{
	return true;
}
#endif

/* With debug_locks being 0, lockdep is asked for no more than this. */
#ifdef CONFIG_LOCKDEP
void lockdep_init_map_type(struct lockdep_map *lock, const char *name,
			   struct lock_class_key *key, int subclass, u8 inner,
			   u8 outer, u8 lock_type)
{
}

void lock_acquire(struct lockdep_map *lock, unsigned int subclass, int trylock,
		  int read, int check, struct lockdep_map *nest_lock,
		  unsigned long ip)
{
}

void lock_release(struct lockdep_map *lock, unsigned long ip)
{
}

int debug_lockdep_rcu_enabled(void)
{
	return 0;
}

struct lockdep_map rcu_lock_map;
#endif

#ifdef CONFIG_DEBUG_SPINLOCK
void __raw_spin_lock_init(raw_spinlock_t *lock, const char *name,
			  struct lock_class_key *key, short inner)
{
	*(int *)lock = 0;
}
#endif

#ifdef CONFIG_CPU_ISOLATION
DEFINE_STATIC_KEY_FALSE(housekeeping_overridden);

bool housekeeping_test_cpu(int cpu, enum hk_type type)
{
	return true;
}
#endif

/* The first word of each is enough to know by whether it is taken, or complete. */
void _raw_spin_lock(raw_spinlock_t *lock)
{
	replay_lock((int *)lock);
}

void _raw_spin_unlock(raw_spinlock_t *lock)
{
	replay_unlock((int *)lock);
}

void _raw_spin_lock_bh(raw_spinlock_t *lock)
{
	replay_lock((int *)lock);
}

void _raw_spin_unlock_bh(raw_spinlock_t *lock)
{
	replay_unlock((int *)lock);
}

void complete(struct completion *x)
{
	replay_complete(&x->done);
}

void wait_for_completion(struct completion *x)
{
	replay_wait(&x->done);
}
