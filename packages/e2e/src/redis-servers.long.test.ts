import { delimiter } from 'node:path';
import { startRedis } from '@toolpress/testkit';
import { describe, it } from 'mocha';
import { hasEnoughRights } from './redis-rights.js';
import { startTlsRedis, type TlsRedis } from './redis-tls.js';

/** Programs of other servers: Redis 8, Valkey. */
const programs = (process.env['TOOLPRESS_REDIS_SERVERS'] ?? '').split(delimiter).filter(Boolean);

for (const program of programs)
  hasEnoughRights(`A whole service with the documented rights in ${program}`, () => startRedis({ program }));

describe('Other servers than the installed Redis', () => {
  it('are tested when TOOLPRESS_REDIS_SERVERS lists their programs, separated by colons', function () {
    if (programs.length === 0) this.skip();
  });
});

let tls: TlsRedis;
hasEnoughRights(
  'A whole service with the documented rights in Redis, over TLS',
  async () => {
    tls = await startTlsRedis();
    return tls.redis;
  },
  () => tls.settings,
);
