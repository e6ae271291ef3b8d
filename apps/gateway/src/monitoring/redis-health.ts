/** What Redis says of itself: how much it holds, whether it keeps what it is given. */
import type { Redis } from '@toolpress/runtime';

export interface RedisHealth {
  version: string;
  usedBytes: number;
  /** Null when there is no limit. */
  maxBytes: number | null;
  /** What happens when memory is full; anything but `noeviction` loses jobs and accounts. */
  evictionPolicy: string;
  appendOnly: boolean;
  /** Whether the last writes to disk worked. */
  writesWork: boolean;
  connectedClients: number;
}

/** @throws whatever Redis says when it is away. */
export async function readRedisHealth(redis: Redis): Promise<RedisHealth> {
  const lines = (await redis.info()).split('\r\n').map((line) => line.split(':'));
  const fields = new Map(lines.map(([name = '', value = '']) => [name, value]));
  const figure = (name: string): number => Number(fields.get(name) ?? 0);
  return {
    version: fields.get('redis_version') ?? '',
    usedBytes: figure('used_memory'),
    maxBytes: figure('maxmemory') || null,
    evictionPolicy: fields.get('maxmemory_policy') ?? '',
    appendOnly: figure('aof_enabled') === 1,
    writesWork: fields.get('aof_last_write_status') === 'ok' && fields.get('rdb_last_bgsave_status') === 'ok',
    connectedClients: figure('connected_clients'),
  };
}
