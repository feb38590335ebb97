#!/bin/bash
# With several memory nodes, padata's jobs run where they are meant to: a device's on
# its node, or on the nearest that has CPUs; HugeTLB's at boot on these in turns; those of
# deferred initialisation wherever unbound work may. On the debug kernel. VARIANT: see
# scripts/replay.
. "$(dirname "$0")/guest.sh"

# Node 0 has two CPUs and the first device, node 1 four and the second. The third
# device is on node 2, which has none and is next to node 1.
boots() {
	NODES=1 CPUS=6 MEM=6G APPEND='trace_clock=global trace_event=workqueue:workqueue_queue_work
		hugepages=256 hugepage_alloc_threads=4' boot 7.3 "$1" debug 4608M 4608M 4608M <<-END
		namespace region0 fsdax 2M dev
		namespace region1 fsdax 2M dev
		namespace region2 fsdax 2M dev
		first
		rebind all 1
		show /sys/kernel/tracing/trace function=padata_mt_helper
	END
}

# nodes VARIANT PROGRAM: of the CPUs that it asks for, in a row; - is for any CPU.
nodes() {
	report 7.3 "$1" debug | awk -v program="^$2-" '
		$1 == "show" && $2 ~ program && match($0, /req_cpu=[0-9]+/) {
			cpu = substr($0, RSTART + 8, RLENGTH - 8)
			printf "%s", cpu < 2 ? 0 : cpu < 6 ? 1 : "-"
		}
		END { print "" }'
}

# asks VARIANT PROGRAM REGEX
asks() {
	nodes "$1" "$2"
	nodes "$1" "$2" | grep -qxE -- "$3"
}

for variant in ${VARIANT:-base series}; do
	who='one CPU of node 0, three of node 1 for node 1 and for node 2, help each time' helpers='(0111111){2}'
	[ "$variant" != base ] || who='nobody helps to bind' helpers=
	ok "$variant boots with three nodes, binds and rebinds" boots "$variant"
	ok "$variant: deferred initialisation of node 0 and 1 asks for any CPU" asks "$variant" 'pgdatinit[01]' '-{4}'
	ok "$variant: HugeTLB asks for both nodes in turns" asks "$variant" '(swapper.0|init)' '(10){2,}1?'
	ok "$variant: $who" asks "$variant" zone_device_reb "$helpers"
done
done_testing
