import { DEFAULT_SETTINGS } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { eventually, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { SettingsStore } from './settings.js';

describe('The settings', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    await eventually(() => expect(redis.status).to.equal('ready'));
  });
  after(() => server.stop());

  it('are stored only if they differ from the defaults, so that others follow the defaults of a later version', async () => {
    const settings = new SettingsStore(redis);
    const changed = await settings.change({
      http_request: { timeout_ms: 10_000, blocked_hosts: ['example.com'] },
      rate_limit: { requests_per_minute: 5 },
    });
    expect(changed.http_request).to.include({ timeout_ms: 10_000 });
    const { timeout_ms, blocked_hosts } = DEFAULT_SETTINGS.http_request;
    const { http_request, rate_limit } = await settings.change({ http_request: { timeout_ms, blocked_hosts } });
    expect(http_request).to.deep.equal(DEFAULT_SETTINGS.http_request);
    expect(rate_limit.requests_per_minute).to.equal(5);
    expect(await redis.hgetall(keys.settings)).to.deep.equal({ 'rate_limit.requests_per_minute': '5' });
    await settings.change(DEFAULT_SETTINGS);
    expect(await redis.exists(keys.settings)).to.equal(0);
  });
});
