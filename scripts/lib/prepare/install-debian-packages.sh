#!/bin/sh
# install-debian-packages.sh PACKAGE... ; as root. Nothing that comes with the packages is started or left to start.
set -eu
export DEBIAN_FRONTEND=noninteractive

# Debian asks this file whether a freshly installed service may start. Ours is the one with our name in it.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ] || grep -q toolpress "$policy"; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\n# by toolpress, while it installs packages\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"

# Toolpress runs a Redis of its own; the system's one is not to come up with the next boot either.
case " $* " in
  *' redis-server '*) [ ! -d /run/systemd/system ] || systemctl disable redis-server.service ;;
esac
