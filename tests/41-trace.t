#!/bin/bash
# A tracer of page_ref_set sees the same events on base and series, and can come
# and go during a loop of binds. On the debug kernel: DEBUG_VM, lockdep and more.
. "$(dirname "$0")/guest.sh"

plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M dev
		trace on
		first
		trace off
		tracedump
		rebind all 2
		flip all 20
	END
}

boots() {
	plan | boot 7.3 "$1" debug 256M 256M
}

# One to three events a page: more events than there are pages.
has_events() {
	local events pages
	events=$(report 7.3 "$1" debug | sed -n 's/^trace events=\([0-9]*\) .*/\1/p')
	pages=$(report 7.3 "$1" debug | awk -F'pages=' '/^# bind .* index=0 / {sum += $2} END {print sum + 0}')
	echo "$events events, $pages pages"
	[ "$pages" -gt 0 ] && [ "$events" -gt "$pages" ]
}

was_switched() {
	[ "$(report 7.3 "$1" debug | sed -n 's/^flip switched=//p')" -ge 10 ]
}

for variant in base series; do
	ok "$variant: traced binds, then the event on and off while binding" boots "$variant"
	ok "$variant: each page has its events" has_events "$variant"
	ok "$variant: the event was switched while binding" was_switched "$variant"
done
ok "base and series have the same sequence of events" agree 7.3 debug '/^run /p; /^trace /p'
done_testing
