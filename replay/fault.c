// SPDX-License-Identifier: GPL-2.0
/*
 * Names what kernel code ran into: a symbol that nobody defines, a page that
 * guards the memmap, a WARN() or BUG().
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "program.h"

extern const char replay_undefined_names[];

const char *replay_doing = "starting", *replay_case = "";

static const char *undefined_name(unsigned long address)
{
	const char *name = replay_undefined_names;
	unsigned long start = UNDEFINED_START;

	for (; *name; name += strlen(name) + 1, start += UNDEFINED_STEP)
		if (address >= start && address < start + UNDEFINED_STEP)
			return name;
	return NULL;
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
	ucontext_t *user = context;
	unsigned long ip = user->uc_mcontext.gregs[REG_RIP];
	unsigned long address = (unsigned long)info->si_addr;
	const char *name = signal == SIGSEGV ? undefined_name(address) : NULL;

	if (signal == SIGSEGV && store_fault(address, ip))
		return;
	/* After a call into the void, the stack says where it came from. */
	if (name && ip == address)
		ip = *(unsigned long *)user->uc_mcontext.gregs[REG_RSP];
	fflush(stdout);
	if (name)
		fprintf(stderr, "error: reached '%s', which the replay does not provide\n", name);
	else if (signal == SIGILL)
		fprintf(stderr, "error: WARN() or BUG()\n");
	else
		fprintf(stderr, "error: bad access to %#lx%s\n", address, memmap_place(address));
	fprintf(stderr, "       in %s %s: addr2line -fie %s %#lx\n",
		replay_doing, replay_case, program_invocation_name, ip);
	_exit(3);
}

/* Signal handlers need a stack of their own: kernel code may have used up its own. */
void fault_start(void)
{
	static char stack[1 << 16];
	const stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = {
		.sa_sigaction = on_fault,
		.sa_flags = SA_SIGINFO | SA_ONSTACK,
	};
	const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE };
	unsigned long count = 0;
	const char *name;

	for (name = replay_undefined_names; *name; name += strlen(name) + 1)
		count++;
	if (count && mmap((void *)UNDEFINED_START, count * UNDEFINED_STEP, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
			  -1, 0) != (void *)UNDEFINED_START)
		die("cannot reserve the place of undefined symbols");
	sigaltstack(&alternate, NULL);
	for (unsigned int i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
}
