import { type AuditEntry, DEFAULT_SETTINGS, type Settings } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { eventually, quietLogger, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { keys } from '../../shared/keys.js';
import { AuditLog, type Change } from './audit-log.js';

const DAY_MS = 24 * 3_600_000;

describe('The audit log', () => {
  let server: TestRedis;
  let redis: Redis;
  let limits: Settings['audit'];
  let clock: number;
  let log: AuditLog;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    await eventually(() => expect(redis.status).to.equal('ready'));
  });
  after(() => server.stop());
  beforeEach(async () => {
    await redis.flushall();
    limits = DEFAULT_SETTINGS.audit;
    clock = Date.now();
    const settings = { current: async () => ({ ...DEFAULT_SETTINGS, audit: limits }) };
    log = new AuditLog({ redis, settings, logger: quietLogger(), now: () => clock });
  });

  const ADMIN = { kind: 'admin', id: null, name: null } as const;
  const byToken = (account_id: string, object = 'a'): Change => ({
    ...{ actor: { kind: 'token', id: 'tok_1', name: 'ci' }, action: 'variable.save', object, account_id },
    ...{ fields: ['kind', 'content'], request_id: 'request', address: '127.0.0.1' },
  });
  const byAdmin = (object: string, account_id?: string): Change => ({
    ...{ actor: ADMIN, action: 'account.update', object, account_id, fields: [], request_id: 'r', address: '' },
  });
  const write = async (change: Change): Promise<void> => (await log.note(change)).ended({ outcome: 'done' });
  const objects = ({ items }: { items: AuditEntry[] }) => items.map(({ object }) => object);

  it('lists a change when it has ended, with what became known by then', async () => {
    const change: Change = { ...byAdmin('x'), action: 'account.create', object: undefined, fields: ['name'] };
    const noted = await log.note(change);
    expect((await log.list({})).items).to.deep.equal([]);
    await noted.ended({ outcome: 'done', object: 'acc_1', account_id: 'acc_1' });
    const [entry] = (await log.list({})).items;
    expect(entry).to.include({ action: 'account.create', object: 'acc_1', account_id: 'acc_1', outcome: 'done' });
    expect(entry?.fields).to.deep.equal(['name']);
    expect(Date.parse(entry?.at ?? '')).to.be.closeTo(Date.now(), 60_000);
    expect(await log.list({ account: 'acc_1' })).to.deep.equal({ items: [entry], next_cursor: null });
    expect(await redis.zcard(keys.openAudit)).to.equal(0);
  });

  it('lists a change once when its end is sent again', async () => {
    const noted = await log.note(byToken('acc_1'));
    for (let time = 0; time < 2; time++) await noted.ended({ outcome: 'done' });
    expect((await log.list({})).items).to.have.lengthOf(1);
    expect((await log.list({ account: 'acc_1' })).items).to.have.lengthOf(1);
  });

  it('lists nothing of a refused change', async () => {
    await (await log.note(byToken('acc_1'))).refused();
    clock += DAY_MS;
    expect((await log.list({})).items).to.deep.equal([]);
    expect(await redis.zcard(keys.openAudit)).to.equal(0);
  });

  it('lists nothing of a change whose note was written too late for its gateway, which did not make the change', async () => {
    const late = new Proxy(redis, {
      get:
        (_target, name) =>
        async (key: string, ...args: (string | number)[]) => {
          await redis.call(String(name), key, ...args);
          if (name === 'zadd') throw new Error('Command timed out');
        },
    });
    const settings = { current: async () => DEFAULT_SETTINGS };
    const other = new AuditLog({ redis: late, settings, logger: quietLogger(), now: () => clock });
    expect(await other.note(byToken('acc_1')).catch((error: Error) => error.message)).to.equal('Command timed out');
    await eventually(async () => expect(await redis.zcard(keys.openAudit)).to.equal(0));
  });

  it('lists a change whose gateway has died as unknown, once', async () => {
    await log.note(byToken('acc_1', 'lost'));
    await log.note(byToken('acc_1', 'lost'));
    clock += 16 * 60_000;
    const { items } = await log.list({});
    expect(items.map(({ object, outcome, account_id }) => [object, outcome, account_id])).to.deep.equal([
      ...[['lost', 'unknown', 'acc_1'] as const, ['lost', 'unknown', 'acc_1'] as const],
    ]);
    expect((await log.list({})).items).to.deep.equal(items);
    expect((await log.list({ account: 'acc_1' })).items).to.deep.equal(items);
  });

  it('throws before the change if Redis does not take the note', async () => {
    await redis.set(keys.openAudit, 'no sorted set');
    const error = await log.note(byToken('acc_1')).catch((fault: unknown) => fault);
    expect(error).to.be.an('error');
  });

  it('lists a change as unknown if its end cannot be written', async () => {
    const noted = await log.note(byToken('acc_1'));
    await redis.set(keys.audit, 'no stream');
    await noted.ended({ outcome: 'done' });
    await redis.del(keys.audit);
    expect((await log.list({})).items).to.deep.equal([]);
    clock += 16 * 60_000;
    expect((await log.list({})).items.map(({ outcome }) => outcome)).to.deep.equal(['unknown']);
  });

  it('pages from the newest to the oldest entry, and finds days and actions', async () => {
    for (let number = 0; number < 7; number++) await write(byToken('acc_1', `v${number}`));
    await write(byAdmin('acc_1', 'acc_1'));
    const first = await log.list({ limit: 3 });
    expect(objects(first)).to.deep.equal(['acc_1', 'v6', 'v5']);
    const second = await log.list({ limit: 3, cursor: first.next_cursor ?? '' });
    expect(objects(second)).to.deep.equal(['v4', 'v3', 'v2']);
    expect(objects(await log.list({ limit: 3, cursor: second.next_cursor ?? '' }))).to.deep.equal(['v1', 'v0']);
    expect(objects(await log.list({ action: 'account.update' }))).to.deep.equal(['acc_1']);
    expect(objects(await log.list({ account: 'acc_1', action: 'account.update' }))).to.deep.equal(['acc_1']);
    expect(objects(await log.list({ account: 'acc_2' }))).to.deep.equal([]);
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    expect(objects(await log.list({ from: day(clock - DAY_MS), to: day(clock + DAY_MS) }))).to.have.lengthOf(8);
    expect(objects(await log.list({ to: day(clock - DAY_MS) }))).to.deep.equal([]);
    expect(objects(await log.list({ from: day(clock + DAY_MS) }))).to.deep.equal([]);
  });

  it('rejects the cursor of another list', async () => {
    for (let number = 0; number < 2; number++) await write(byToken('acc_1'));
    const { next_cursor } = await log.list({ limit: 1 });
    const error = await log.list({ account: 'acc_1', cursor: next_cursor ?? '' }).catch((fault: unknown) => fault);
    expect(error).to.include({ code: 'invalid_parameter' });
  });

  it('lets no account displace the entries of others or of the operator', async () => {
    limits = { ...limits, max_entries_per_account: 10 };
    await write(byAdmin('acc_1', 'acc_1'));
    await write(byToken('acc_2', 'of another'));
    for (let number = 0; number < 50; number++) await write(byToken('acc_1', `v${number}`));
    const { items } = await log.list({});
    expect(items).to.have.lengthOf(12);
    expect(objects({ items: items.slice(-2) })).to.deep.equal(['of another', 'acc_1']);
    expect(objects({ items: items.slice(0, 10) })).to.deep.equal([...Array(10).keys()].map((n) => `v${49 - n}`));
    expect(objects(await log.list({ account: 'acc_1' }))).to.have.lengthOf(10);
    expect(await redis.xlen(keys.accountAudit('acc_1'))).to.equal(10);
  });

  it('keeps at most as many entries as the settings allow', async () => {
    limits = { ...limits, max_entries: 5 };
    for (let number = 0; number < 9; number++) await write(byAdmin(`a${number}`));
    expect(objects(await log.list({}))).to.deep.equal(['a8', 'a7', 'a6', 'a5', 'a4']);
  });

  it('deletes entries after the days that the settings allow', async () => {
    limits = { ...limits, retention_days: 2 };
    await write(byToken('acc_1'));
    expect(await redis.pttl(keys.accountAudit('acc_1'))).to.be.within(2 * DAY_MS - 60_000, 2 * DAY_MS);
    clock += 3 * DAY_MS;
    expect((await log.list({})).items).to.deep.equal([]);
    expect(await redis.xlen(keys.audit)).to.equal(0);
  });
});
