#!/bin/bash
# A large device is shared by the CPUs that may, and by no others; CPUs come and go,
# and devices bind at the same time, on the debug kernel: lockdep, DEBUG_ATOMIC_SLEEP.
. "$(dirname "$0")/guest.sh"

tracing=/sys/kernel/tracing

# Of 4.5 GiB, a memmap is enough for four CPUs: three that help, which is half of six, and more
# padata does not lend. Helpers are the work that it queues.
plan() {
	cat <<-END
		namespace region0 fsdax 2M dev
		namespace region1 devdax 2M dev
		first
		write $tracing/events/workqueue/workqueue_queue_work/enable 1
		rebind all 3
		write $tracing/events/workqueue/workqueue_queue_work/enable 0
		show $tracing/trace function=padata_mt_helper
	END
}

# CPUs of the guest are offline now and then, and both devices bind at once.
turmoil() {
	cat <<-END
		flip all 10 /sys/devices/system/cpu/cpu1/online 0 1
		both 5 pfn@0.0 dax@1.0
	END
}

# binds CPUS ARGUMENTS: of the kernel.
binds() {
	CPUS=$1 APPEND=$2 boot 7.3 series debug 4608M 4608M
}

# In six binds.
helpers() {
	report 7.3 series debug | grep '^show ' | head -n 3
	[ "$(report 7.3 series debug | grep -c '^show .*function=padata_mt_helper')" = "$1" ]
}

was_switched() {
	report 7.3 series debug | grep '^flip '
	[ "$(report 7.3 series debug | sed -n 's/^flip switched=//p')" -ge 4 ]
}

{ plan; turmoil; } >"$work/all"
ok "6 CPUs: binds; then while a CPU comes and goes; then two devices at once" \
	binds 6 '' <"$work/all"
ok "three CPUs help the one that binds" helpers 18
ok "a CPU came and went" was_switched
plan >"$work/plan-only"
ok "3 of 6 CPUs isolated: binds" binds 6 isolcpus=3-5 <"$work/plan-only"
ok "two CPUs help" helpers 12
ok "zone_device_init_threads=1: binds" binds 6 zone_device_init_threads=1 <"$work/plan-only"
ok "nobody helps" helpers 0
ok "zone_device_init_threads=0: binds" binds 6 zone_device_init_threads=0 <"$work/plan-only"
ok "nobody helps" helpers 0
ok "zone_device_init_threads=3: binds" binds 6 zone_device_init_threads=3 <"$work/plan-only"
ok "two CPUs help" helpers 12
ok "zone_device_init_threads without a number, and with no number: boots, binds" \
	binds 6 'zone_device_init_threads zone_device_init_threads=all' <"$work/plan-only"
ok "it is as if that were not there" helpers 18
ok "1 CPU: binds" binds 1 '' <"$work/plan-only"
ok "nobody helps it" helpers 0
done_testing
