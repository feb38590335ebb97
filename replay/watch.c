// SPDX-License-Identifier: GPL-2.0
/*
 * With what kind of store does kernel code write a place first? The place is
 * made read-only, and the instruction that runs into it looked at.
 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "equal.h"
#include "program.h"

#define PAGE	4096UL

static unsigned char *volatile watched;
static volatile enum store seen;

void store_watch(unsigned char *place)
{
	seen = STORE_NONE;
	watched = place - (unsigned long)place % PAGE;
	mprotect(watched, PAGE, PROT_READ);
}

enum store store_seen(void)
{
	enum store result = seen;

	if (watched && result == STORE_NONE)
		mprotect(watched, PAGE, PROT_READ | PROT_WRITE);
	watched = NULL;
	seen = STORE_NONE;
	return result;
}

/* MOVNTI from a 64-bit register, the only one of its kind that is in use here. */
static bool is_movnti(const unsigned char *code)
{
	return (code[0] & 0xf8) == 0x48 && code[1] == 0x0f && code[2] == 0xc3;
}

/* Two threads may run into it at once: what the first one did is what counts. */
bool store_fault(unsigned long address, unsigned long ip)
{
	unsigned long start = (unsigned long)watched;

	if (!start || address < start || address >= start + PAGE)
		return false;
	if (seen == STORE_NONE)
		seen = is_movnti((const unsigned char *)ip) ? STORE_NONTEMPORAL : STORE_CACHED;
	return mprotect((void *)start, PAGE, PROT_READ | PROT_WRITE) == 0;
}
