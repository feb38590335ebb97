// SPDX-License-Identifier: GPL-2.0
/*
 * How fast the memmap can be written from a template of 64 bytes by the ways
 * that an x86 CPU has for it, in turns. No kernel code runs here: it answers why
 * the series uses the instruction that it uses.
 */
#include <cpuid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define PFN	(1UL << 22)
#define PAGE	64

static unsigned char template[PAGE] __attribute__((aligned(PAGE)));
static unsigned char block[4096] __attribute__((aligned(4096)));

/* The template's words, each loaded and then stored by @instruction. */
#define STORE_WORDS(name, instruction)						\
static void name(unsigned char *to, const unsigned char *end)			\
{										\
	for (; to < end; to += PAGE) {						\
		_Pragma("GCC unroll 8")						\
		for (int i = 0; i < PAGE; i += 8)				\
			asm volatile(instruction " %1, %0"			\
				     : "=m"(*(uint64_t *)(to + i))		\
				     : "r"(*(uint64_t *)(template + i)));	\
	}									\
}

STORE_WORDS(cached, "mov")
STORE_WORDS(movnti, "movnti")

static void movnti_fenced(unsigned char *to, const unsigned char *end)
{
	for (; to < end; to += PAGE) {
		movnti(to, to + PAGE);
		asm volatile("sfence" : : : "memory");
	}
}

static void rep_movs(unsigned char *to, const unsigned char *from, size_t bytes)
{
	asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static void rep_movs_page(unsigned char *to, const unsigned char *end)
{
	for (; to < end; to += PAGE)
		rep_movs(to, template, PAGE);
}

static void rep_movs_block(unsigned char *to, const unsigned char *end)
{
	for (; to + sizeof(block) <= end; to += sizeof(block))
		rep_movs(to, block, sizeof(block));
}

static void avx512(unsigned char *to, const unsigned char *end)
{
	asm volatile("vmovdqa64 %0, %%zmm16" : : "m"(template));
	for (; to < end; to += PAGE)
		asm volatile("vmovntdq %%zmm16, (%0)" : : "r"(to) : "memory");
}

static void movdir64b(unsigned char *to, const unsigned char *end)
{
	for (; to < end; to += PAGE)
		asm volatile("movdir64b (%0), %1" : : "r"(template), "r"(to) : "memory");
}

static int always(void)
{
	return 1;
}

static int has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

static int has_movdir64b(void)
{
	unsigned int a, b, c = 0, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & 1 << 28);
}

static const struct way {
	const char *name;
	void (*write)(unsigned char *to, const unsigned char *end);
	int (*possible)(void);
} ways[] = {
	{ "movnti", movnti, always },
	{ "cached", cached, always },
	{ "rep-movs-64", rep_movs_page, always },
	{ "rep-movs-4096", rep_movs_block, always },
	{ "avx512-nt", avx512, has_avx512 },
	{ "movdir64b", movdir64b, has_movdir64b },
	{ "movnti-fenced", movnti_fenced, always },
};

#define NR_WAYS (sizeof(ways) / sizeof(ways[0]))

/* replay stores PAGES ROUNDS */
int stores_main(char **argv)
{
	unsigned long pages = strtoul(argv[0], NULL, 10);
	unsigned int rounds = strtoul(argv[1], NULL, 10);

	check_memory(pages);
	memset(template, 0x5a, sizeof(template));
	memset(block, 0x5a, sizeof(block));
	printf("huge %s\n", memmap_open_huge(PFN, pages));
	for (unsigned int round = 0; round < rounds; round++) {
		for (unsigned int i = 0; i < NR_WAYS; i++) {
			const struct way *way = &ways[(round + i) % NR_WAYS];
			uint64_t start = now();

			/* Seconds each time; a few will do. */
			if (!way->possible() || (way->write == movnti_fenced && round > 2))
				continue;
			way->write(memmap.start, memmap.start + pages * PAGE);
			asm volatile("sfence" : : : "memory");
			printf("store %s %lu %lu\n", way->name, pages, now() - start);
			fflush(stdout);
		}
	}
	return 0;
}
