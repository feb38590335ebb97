/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins that compiled kernel code calls with registers of its own, as the
 * kernel sees them on a CPU that needs no mitigation; and an address for each
 * symbol that nobody defines, in a place where nothing is mapped.
 */
#include "replay.h"

	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm

	.text
function __x86_return_thunk
	ret

	.irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
function __x86_indirect_thunk_\reg
	jmp *%\reg
	.endr

/* Nobody else wants the CPU, but how often the kernel asks is of interest. */
function __SCT__cond_resched
	lock incq replay_resched_calls(%rip)
	ret

/* Nor is anything locked that forbids to sleep. */
function __might_resched
	ret

/* A per-CPU variable: user space has 0 in %gs, so its address will do. */
	.bss
	.balign 8
	.globl __ref_stack_chk_guard
__ref_stack_chk_guard:
	.quad 0

/* undefined.list, made by scripts/replay, has a line "undefined NAME" for each. */
	.set next_undefined, UNDEFINED_START
	.macro undefined name
	.globl undefined.\name
	.set undefined.\name, next_undefined
	.set next_undefined, next_undefined + UNDEFINED_STEP
	.asciz "\name"
	.endm

	.section .rodata
	.globl replay_undefined_names
replay_undefined_names:
	.include "undefined.list"
	.byte 0

	.section .note.GNU-stack, "", @progbits
