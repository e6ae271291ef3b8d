/** The answer of Redis' command INFO. It is the only source, because managed servers forbid CONFIG. */

/** The fields of INFO by name. */
export type RedisInfo = ReadonlyMap<string, string>;

export const parseInfo = (info: string): RedisInfo =>
  new Map(info.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));

/**
 * Says what makes a Redis unusable, and what the operator should know of a usable one. The texts go after its address,
 * and into the log.
 */
export function redisFaults(info: RedisInfo): { fault?: string; warning?: string } {
  const mode = info.get('redis_mode') ?? info.get('server_mode');
  if (mode === 'sentinel')
    return { fault: 'is a sentinel: begin REDIS_URL with redis+sentinel:// and end it with the name of the primary.' };
  if (mode === 'cluster' || info.get('cluster_enabled') === '1')
    return { fault: 'is a cluster, which Toolpress cannot use: use one Redis, or one with replicas and sentinels.' };
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction' && Number(info.get('maxmemory') ?? 0) > 0)
    return {
      fault: `would drop jobs and accounts when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy to noeviction.`,
    };
  if (info.get('aof_enabled') === '1') return {};
  const hasSnapshots = Number(info.get('rdb_last_bgsave_time_sec') ?? -1) >= 0;
  return {
    warning: hasSnapshots
      ? 'Redis persists by snapshots only: a crash loses what was written since the last one. Set appendonly to yes.'
      : 'Redis does not persist: a restart loses accounts, tokens and jobs. Set appendonly to yes.',
  };
}
