#!/bin/bash
# The KUnit suites of the series: copies by memcpy_nontemporal(), and every struct page
# that memremap_pages() makes, by the template and, under a tracer, without it. On a kernel
# with DEBUG_VM.
. "$(dirname "$0")/kunit.sh"

config=kunit

memcpy_suite
pages_suite
ok "the guest runs it with the page_ref_set event on" run traced 'zone_device.zone_device_type_test' \
	"trace_event=page_ref:page_ref_set"
ok "struct pages: all types and orders, traced" counts traced 'pass:30 fail:0 skip:0 total:30'
done_testing
