#!/bin/sh
# Makes a replica the primary of a Redis with sentinels, without losing a write. Writes wait meanwhile, for about a second.
#
#   swap-redis.sh SENTINEL_HOST SENTINEL_PORT NAME
#
# REDISCLI_AUTH is the password of the servers and sentinels; REDIS_CLI is the command, such as "redis-cli --tls --cacert ca.pem".
set -eu
[ $# -eq 3 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
host=$1 port=$2 name=$3
redis() { ${REDIS_CLI:-redis-cli} -e -h "$@"; }
address() { redis "$host" -p "$port" SENTINEL GET-MASTER-ADDR-BY-NAME "$name" | tr '\n' ' '; }
is_swapped() {
  now=$(address)
  [ -n "$now" ] && [ "$now" != "$former" ]
}

former=$(address)
[ -n "$former" ] || { echo "swap-redis: the sentinel does not answer, or knows no $name" >&2; exit 1; }
set -- $former
former_host=$1 former_port=$2
redis "$former_host" -p "$former_port" CLIENT PAUSE 15000 WRITE >/dev/null
trap 'redis "$former_host" -p "$former_port" CLIENT UNPAUSE >/dev/null' EXIT
# A sentinel refuses while it has no recent news of a replica: try again some seconds later.
redis "$host" -p "$port" SENTINEL FAILOVER "$name" >/dev/null
tries=0
until is_swapped; do
  tries=$((tries + 1))
  [ $tries -lt 130 ] || { echo "swap-redis: nothing was swapped" >&2; exit 1; }
  sleep 0.1
done
set -- $now
# Sentinels tell the former primary seconds later. What it accepts until then is lost.
redis "$former_host" -p "$former_port" REPLICAOF "$1" "$2" >/dev/null
echo "swap-redis: $1:$2 is the primary"
