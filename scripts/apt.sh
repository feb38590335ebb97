# Debian's archive by the machine's own apt, on private state below the cache folder, so
# that neither root is needed nor the system's package lists are touched; sourced, never
# run. MIRROR= and REFRESH=1 as in scripts/source.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
apt=$cache/apt

# write_config TYPE: packages (deb) or their sources (deb-src), from the list of that type.
# The machine's own apt.conf stays in force (proxies), except for what would
# touch the system's folders.
write_config() {
	mkdir -p "$apt"/{state/lists/partial,cache/archives/partial,sources}
	: >"$apt/status"
	cat >"$apt/apt.conf" <<-EOF
		Dir::State "$apt/state";
		Dir::State::Lists "lists";
		Dir::State::status "$apt/status";
		Dir::Cache "$apt/cache";
		Dir::Cache::Archives "archives";
		Dir::Cache::pkgcache "pkgcache.bin";
		Dir::Cache::srcpkgcache "srcpkgcache.bin";
		Dir::Etc::SourceList "$apt/$1.list";
		Dir::Etc::SourceParts "/dev/null";
		Dir::Etc::Preferences "/dev/null";
		Dir::Etc::PreferencesParts "/dev/null";
		Acquire::Languages "none";
		Acquire::PDiffs "false";
		Acquire::Retries "1";
		Acquire::http::Timeout "20";
		Acquire::https::Timeout "20";
		APT::Get::List-Cleanup "false";
		#clear APT::Update::Pre-Invoke;
		#clear APT::Update::Post-Invoke;
		#clear APT::Update::Post-Invoke-Success;
	EOF
	[ "$(id -u)" != 0 ] || echo 'APT::Sandbox::User "root";' >>"$apt/apt.conf"
}

apt_get() {
	apt-get -qq -c "$apt/apt.conf" "$@" </dev/null
}

# own_sources: "URI SUITE" of Debian's archives in the machine's apt sources.
# Before the first apt-get update there is no Origin to go by, only the URI.
own_sources() {
	local lines
	# shellcheck disable=SC2016
	lines=$(apt-get indextargets --format '$(ORIGIN)|$(REPO_URI) $(RELEASE)' \
		'Created-By: Packages' | sed -n 's/^Debian|//p')
	# shellcheck disable=SC2016
	[ -n "$lines" ] || lines=$(apt-get indextargets --no-release-info \
		--format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
		grep -E '/debian(-security)?/ ' || :)
	sort -u <<<"$lines"
}

# find_sources SUITE...: "URI SUITE" to look in. Security suites have an archive of their own.
find_sources() {
	local own main security suite
	own=$(own_sources)
	main=$(awk '$2 !~ /-security/ {print $1; exit}' <<<"$own")
	security=$(awk '$2 ~ /-security/ {print $1; exit}' <<<"$own")
	if [ -n "${MIRROR:-}" ]; then
		main=${MIRROR%/} security=
	fi
	[ -n "$main" ] ||
		die "no Debian archive in this machine's apt sources" \
		    "name one: MIRROR=http://HOST/FOLDER" \
		    "or use a kernel tree of your own: KSRC=/path/to/linux"
	main=${main%/} security=${security%/}
	for suite; do
		case $suite in
		*-security) echo "${security:-$main-security} $suite" ;;
		*) echo "$main $suite" ;;
		esac
	done | awk '!seen[$0]++'
}

# update_lists TYPE "URI SUITE"...: a suite a mirror does not have, or a mirror that
# does not answer, must not hide the others; so each is fetched by itself.
update_lists() {
	local uri suite line log found=() dead=' ' list=$apt/$1.list
	for line in "${@:2}"; do
		read -r uri suite <<<"$line"
		[[ $dead != *" $uri "* ]] || continue
		log=$logs/apt-$1-${suite//\//_}.log
		echo "$1 [signed-by=$keyring] $uri $suite main" >"$apt/sources/try.list"
		if apt_get -o "Dir::Etc::SourceList=$apt/sources/try.list" \
			update --error-on=any >"$log" 2>&1; then
			found+=("$(cat "$apt/sources/try.list")")
		elif grep -qE 'connect|resolv|timed out|unreachable' "$log"; then
			dead+="$uri "
		else
			note "suite $suite left out: $(grep -m1 '^E:' "$log" || echo "see $log")"
		fi
	done
	[ ${#found[@]} -gt 0 ] || return 1
	printf '%s\n' "${found[@]}" >"$list.new"
	mv "$list.new" "$list"
}

# refresh TYPE SUITE...: fails when no archive can be reached.
refresh() {
	local type=$1 stamp=$apt/$1.updated sources lines
	write_config "$type"
	sources=$(find_sources "${@:2}") || exit 1
	if [ -z "${REFRESH:-}" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ] &&
		[ -n "$(find "$stamp" -mmin -60)" ]; then
		return
	fi
	rm -f "$stamp"
	note "$(elapsed)  reading Debian's package lists"
	mapfile -t lines <<<"$sources"
	update_lists "$type" "${lines[@]}" || return 1
	echo "$sources" >"$stamp"
}

cache_lock() {
	mkdir -p "$cache" "$logs"
	exec {cache_fd}>>"$cache/.lock"
	flock -n "$cache_fd" || {
		note "waiting for another run that uses $cache"
		flock "$cache_fd"
	}
}
