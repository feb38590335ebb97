// SPDX-License-Identifier: GPL-2.0
/* memcpy_nontemporal(), with the instructions of this CPU, over all sizes and alignments. */
#include <stdio.h>
#include <string.h>

#include "equal.h"
#include "program.h"

#define MAX_BYTES	260UL
#define ALIGNMENTS	16UL
#define GUARD		64UL
#define ROOM		(GUARD + ALIGNMENTS + MAX_BYTES + GUARD)

typedef void copy_fn(void *to, const void *from, unsigned long bytes);

/* Aligned, so that the offsets are what they say. */
static _Alignas(64) unsigned char from[ROOM], to[ROOM], expected[ROOM];

static bool copies(copy_fn *copy, unsigned long bytes, unsigned long source, unsigned long target)
{
	memset(to, MEMMAP_PREFILL, sizeof(to));
	memset(expected, MEMMAP_PREFILL, sizeof(expected));
	for (unsigned long i = 0; i < bytes; i++)
		expected[GUARD + target + i] = from[GUARD + source + i];
	copy(to + GUARD + target, from + GUARD + source, bytes);
	if (memcmp(to, expected, sizeof(to)) == 0)
		return true;
	printf("DIFFERENT memcpy_nontemporal() of %lu %sbytes, source %lu and destination %lu off alignment\n",
	       bytes, copy == replay_series.copy ? "" : "constant ", source, target);
	return false;
}

static bool all_alignments(copy_fn *copy, unsigned long bytes)
{
	for (unsigned long source = 0; source < ALIGNMENTS; source++)
		for (unsigned long target = 0; target < ALIGNMENTS; target++)
			if (!copies(copy, bytes, source, target))
				return false;
	return true;
}

/* A copy that is read back where it was made, so that it need not have been stored. */
static bool is_seen_at_once(void)
{
	static const unsigned long words[8] = { 3, 5, 7, 11, 13, 17, 19, 23 };

	if (replay_series.copy_sum(words) == 98)
		return true;
	printf("DIFFERENT a copy of 64 bytes that is read back by the same function\n");
	return false;
}

bool copies_well(void)
{
	/* A series may be looked at before it has this function. */
	if (!replay_series.copy)
		return true;
	replay_doing = "memcpy_nontemporal()";
	for (unsigned long i = 0; i < ROOM; i++)
		from[i] = i * 7 % 251;
	for (unsigned long bytes = 0; bytes <= MAX_BYTES; bytes++)
		if (!all_alignments(replay_series.copy, bytes))
			return false;
	for (const unsigned int *bytes = replay_series.copy_sizes; *bytes; bytes++)
		if (!all_alignments(replay_series.copy_constant, *bytes))
			return false;
	return is_seen_at_once();
}
