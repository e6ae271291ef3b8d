/** Faults of Redis and of its data. */
import { eventually } from '@toolpress/testkit';
import type { AlertFault } from './faults-and-alerts.js';

const limitMemory = async (share: number, { service: { redis } }: Parameters<AlertFault['begin']>[0]) => {
  const [, used] = /used_memory:(\d+)/.exec(String(await redis.command('INFO', 'memory'))) ?? [];
  await redis.command('CONFIG', 'SET', 'maxmemory', String(Math.ceil(Number(used) / share)));
  return () => redis.command('CONFIG', 'SET', 'maxmemory', '0');
};

export const REDIS_FAULTS: readonly AlertFault[] = [
  // The first one: after the fault that rewrites the append-only file, Redis 7.0 once did not start again from a full disk.
  {
    name: 'the disk of Redis is full',
    alerts: ['RedisWritesFail', 'RequestsFail'],
    fills: 'Redis',
    async begin({ service: { redis }, client, disk }) {
      await client.pause(); // a call whose document was already accepted is only answered when the disk is free
      await disk?.fill();
      await eventually(async () => {
        if (!/aof_last_write_status:err/.test(String(await redis.command('INFO', 'persistence'))))
          throw new Error('its writes still succeed');
      });
      client.resume();
      return () => disk?.free();
    },
  },
  {
    name: 'Redis writes no append-only file',
    alerts: ['RedisNotPersistent'],
    async begin({ service: { redis } }) {
      await redis.command('CONFIG', 'SET', 'appendonly', 'no');
      return () => redis.command('CONFIG', 'SET', 'appendonly', 'yes');
    },
  },
  {
    name: 'Redis has little memory left',
    alerts: ['RedisMemoryHigh'],
    begin: (stage) => limitMemory(0.87, stage),
  },
  {
    name: 'Redis is full',
    alerts: ['RedisMemoryHigh', 'RequestsFail'],
    begin: (stage) => limitMemory(2, stage),
  },
  {
    name: 'Redis is killed',
    alerts: ['RedisAway', 'RequestsFail'],
    async begin({ service: { redis } }) {
      await redis.kill();
      return () => redis.restart();
    },
  },
  {
    name: 'the counters of an account are broken',
    alerts: ['ChargesRefused'],
    async begin({ service, target }) {
      const { id, token } = await service.createAccount('broken counters');
      const usage = `toolpress:account:${id}:usage`;
      await service.redis.command('SET', usage, 'no hash');
      const body = { method: 'GET', url: `${target.url}/200` };
      for (let status = 0; status !== 503; ) {
        ({ status } = await service.call('/api/utilities/http-request', { token, body }));
      }
      return () => service.redis.command('DEL', usage);
    },
  },
];
