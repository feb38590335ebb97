#!/bin/bash
# Binds that take long under emulation do not lock up a CPU: HZ=100, the laziest
# preemption there is, and a watchdog that barks after two seconds.
. "$(dirname "$0")/../guest.sh"

plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 1G dev
		first
		rebind all 3
	END
}

# boots NAME CPUS
boots() {
	plan | CPUS=$2 APPEND="preempt=lazy watchdog_thresh=1" boot 7.3 "$1" hz100 400G 200G
}

# What takes less could not lock up anything.
takes_long() {
	report 7.3 series hz100 | grep '^# bind '
	report 7.3 series hz100 | awk -F'ns=' '/^# bind / && $2 > 2000000000 { found = 1 } END { exit !found }'
}

ok "1 CPU: large devices bind and rebind, no lockup" boots series 1
ok "some bind took longer than the watchdog waits" takes_long
ok "2 CPUs: large devices bind and rebind, no lockup" boots series 2
done_testing
