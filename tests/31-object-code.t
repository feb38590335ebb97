#!/bin/bash
# What the compiler made of the inner loops, in the production configuration:
# a struct page of 64 bytes is eight MOVNTI in ascending order, with nothing in
# between but loads of the template. VARIANT: see scripts/replay.
. "$(dirname "$0")/tap.sh"

object=mm/mm_init.o

# The functions that write from a template; the compiler may have merged them.
disassemble() {
	objdump -d --no-show-raw-insn "$out/$object" | awk '
		/^[0-9a-f]+ <.*>:$/ { wanted = /_from_template[.a-z0-9]*>:$/ }
		wanted'
}

# The stretches that write one page: the instructions from the MOVNTI at offset
# 0 to that at 0x38. Prints one line a page: ok, or what is wrong.
pages() {
	disassemble | gawk '
		function offset(line) {
			match(line, /,(-?0x[0-9a-f]+)?\(/)
			return substr(line, RSTART + 1, RLENGTH - 2)
		}
		/movnti/ {
			if (!stores) wrong = ""
			want = stores ? sprintf("0x%x", stores * 8) : ""
			if (offset($0) != want) wrong = wrong " order:" offset($0)
			if (++stores == 8) {
				print wrong == "" ? "ok" : wrong
				stores = 0
			}
			next
		}
		stores && !/mov +-?(0x[0-9a-f]+)?\(%r[a-z0-9]+\),%r[a-z0-9]+$/ {
			wrong = wrong " between:" $2
		}
		END { if (stores) print "incomplete page of " stores " stores" }'
}

# At least one for head pages and one for tail pages.
pages_are_right() {
	pages >"$work/pages"
	sort "$work/pages" | uniq -c
	[ "$(wc -l <"$work/pages")" -ge 2 ] && ! grep -vqx ok "$work/pages"
}

# Between two pages a call is allowed, to cond_resched() and to the function for
# the next compound page. The loop over tail pages is the short backward jump
# right behind a page.
tail_loop_is_tight() {
	disassemble | gawk '
		/movnti/ { stores++; since = 0; next }
		stores { since++ }
		stores && /\tj[a-z]+ / && since <= 8 {
			from = strtonum("0x" substr($1, 1, length($1) - 1))
			to = strtonum("0x" $3)
			if (to < from && from - to < 160) { print; found = 1 }
		}
		END { exit !found }'
}

one_fence() {
	[ "$(disassemble | grep -c sfence)" = 1 ]
}

# Behind the last chunk as behind the first: the function for a chunk has one way out,
# and on it nothing but the fence, which comes after all stores and calls.
chunk_ends_with_fence() {
	objdump -dr --no-show-raw-insn "$out/$object" | awk '
		/^[0-9a-f]+ <.*>:$/ { wanted = /<memmap_init_chunk_from_template/ }
		wanted && /sfence/ { fences++; open = 1 }
		wanted && open && /movnti|\tcall / { bad = 1 }
		wanted && /__x86_return_thunk|\tret/ { returns++; fenced += open; open = 0 }
		END { print fences + 0 " fences, " returns + 0 " returns"
			exit !(fences == 1 && returns == 1 && fenced == 1 && !bad) }'
}

need objdump=binutils gawk=gawk
out=$("$top/scripts/build" 7.3 "${VARIANT:-series}" production $object) || exit 1
ok "each struct page is eight MOVNTI in order, with only loads between" pages_are_right
ok "the loop over tail pages holds a page and nothing else" tail_loop_is_tight
ok "one fence" one_fence
ok "that is what a chunk of the range ends with" chunk_ends_with_fence
done_testing
