import { randomBytes } from 'node:crypto';
import { setImmediate as settled } from 'node:timers/promises';
import { type PdfTool, TOOLS } from '@toolpress/contract';
import { type Logger, type Redis, SecretBox } from '@toolpress/runtime';
import { caseCount, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { UsageReader } from '../accounts/billing/usage.js';
import { LargeBodies } from '../api/large-bodies.js';
import { keys, newId } from '../shared/keys.js';
import { BatchSweep } from './batches/batch-sweep.js';
import { Batches } from './batches/batches.js';
import { Inputs } from './inputs.js';
import { Jobs } from './jobs.js';
import { type Ending, SimulatedGateway } from './testing/simulated-gateway.js';
import { isTaking, Wire } from './testing/wire.js';

const TOOL: PdfTool = 'html-to-pdf';
const ROWS = 3;
const GATEWAYS = 3;
const STEPS = 60;
/** The number of steps between two checks. What is lost stays lost. */
const CHECK_EVERY = 4;
/** The steps without faults after which everything must have ended. */
const CALM_STEPS = 1_000;
/** One of this number of interleavings is checked command by command, which takes three times as long. */
const STRICT_EVERY = 3;
/** The number of steps to choose from that are not faults. */
const CALM = 7;
const QUICK = 200;
const ALL = 10_000;
const AT_A_TIME = 500;
const ENDINGS: readonly Ending[] = ['done', 'done', 'done', 'slow', 'slow', 'failed', 'again', 'later'];

/** The same numbers in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('Jobs under leases', () => {
  let server: TestRedis;
  let redis: Redis;
  let usage: UsageReader;
  let jobs: Jobs;
  let batches: Batches;
  let sweep: BatchSweep;
  let gateways: SimulatedGateway[];
  let random: (below: number) => number;
  let account: string;
  let batch: string;
  let job: string;
  /** Whether each command is checked to change nothing that another owner runs. */
  let isStrict: boolean;
  let charged: number;
  let retries: number;
  const problems: string[] = [];
  const largeBodies = new LargeBodies();

  before(async () => {
    ({ server, redis } = await startConnectedRedis());
    usage = new UsageReader(redis);
    const store = { put: async () => undefined, read: async () => Buffer.alloc(0), remove: async () => undefined };
    const box = new SecretBox({ current: randomBytes(32), previous: [] }, 'test');
    const options = { store, inputs: new Inputs(redis, store), box, largeBodies, fileTtl: 3_600 };
    jobs = new Jobs({ ...options, redis });
    batches = new Batches({ ...options, redis, jobs, uploads: { find: async () => undefined } });
    const logger = { error: (fields: object) => problems.push(JSON.stringify(fields)) } as unknown as Logger;
    sweep = new BatchSweep({ redis, logger });
    sweep.close(); // its sweeps are steps of the test
    gateways = Array.from({ length: GATEWAYS }, () => {
      const wire = new Wire(redis, async (text, run) => {
        const reply = await (isStrict ? changesOnlyOwn(text, run) : run());
        if (Array.isArray(reply) && reply[0] === 'charged') charged += 1;
        return reply;
      });
      const endingOf = (): Ending => ENDINGS[random(ENDINGS.length)] ?? 'done';
      return new SimulatedGateway(wire, options, callerOf, endingOf);
    });
  });
  after(async () => {
    for (const { charges } of gateways) await charges.close();
    await server.stop();
    await largeBodies.close();
  });

  const callerOf = () => ({ accountId: account, tokenId: 'tok_1', monthlyActions: null });

  /** Returns the owner of each open job, and its record with the end of its lease. */
  async function heldJobs(): Promise<Map<string, { owner: string; state: string }>> {
    const [rows, single, archive, leases] = (await redis
      .pipeline()
      .hgetall(keys.rows(account, batch, 0))
      .hmget(keys.job(account, job), 'owner', 'attempts', 'left', 'place')
      .hmget(keys.job(account, `${batch}.0`), 'owner', 'attempts', 'left', 'place')
      .zrange(keys.jobLeases, '0', '-1', 'WITHSCORES')
      .exec()) as [[null, Record<string, string>], ...[null, string[]][]];
    const leaseOf = (id: string): string => leases?.[1][leases[1].indexOf(`${account}:${id}`) + 1] ?? '';
    const records = [
      ...Object.entries(rows[1]).map(([row, state]) => [`${batch}.${row}`, state.split(' ')[3] ?? '', state] as const),
      [job, single?.[1][0] ?? '', String(single?.[1])] as const,
      [`${batch}.0`, archive?.[1][0] ?? '', String(archive?.[1])] as const,
    ];
    const open = records.filter(([, owner]) => owner !== '');
    return new Map(open.map(([id, owner, record]) => [id, { owner, state: `${record} ${leaseOf(id)}` }]));
  }

  /** Runs a command. Notes a problem when it changes what an owner runs who has not sent it. */
  async function changesOnlyOwn(text: string, run: () => Promise<unknown>): Promise<unknown> {
    const before = await heldJobs();
    const reply = await run();
    const after = await heldJobs();
    for (const [id, { owner, state }] of before)
      if (after.get(id)?.state !== state && !text.includes(owner) && !isTaking(text))
        problems.push(`${id} was ${state}, is ${after.get(id)?.state}: ${text}`);
    return reply;
  }

  /** One step of a random gateway or of Redis. @param isCalm without faults. */
  async function step(isCalm: boolean): Promise<void> {
    const busy = gateways.filter((each) => !each.wire.isIdle);
    const chosen = isCalm && busy.length > 0 ? busy : gateways;
    const gateway = chosen[random(chosen.length)] as SimulatedGateway;
    const { wire } = gateway;
    const isRare = random(3) === 0;
    const steps: (() => unknown)[] = [
      ...[() => wire.deliver(), () => wire.deliver(), () => wire.deliver(), () => wire.deliverLate(random(9))],
      ...[() => void gateway.take(1 + random(3)), () => gateway.resume(random(9)), () => retry()],
      ...[() => void gateway.renew(), expireLeases, () => wire.timeOut(), () => wire.deliver(2)],
      () => wire.deliver(1, true),
      ...[() => isRare && wire.break(random(2) === 0), () => isRare && gateway.die(random(2) === 0)],
    ];
    await steps[random(isCalm ? CALM : steps.length)]?.();
    await settled();
  }

  async function expireLeases(): Promise<void> {
    await redis.zunionstore(keys.jobLeases, 1, keys.jobLeases, 'WEIGHTS', 0);
  }

  async function retry(): Promise<void> {
    const { status, failed } = (await batches.find(account, batch)) ?? {};
    if (status !== 'done' || failed === 0 || retries === 2) return;
    retries += 1;
    await batches.retries.rows(account, batch, 1);
  }

  /** Each open job has a lease or waits, and no attempts are below 0. */
  async function check(): Promise<void> {
    await sweep.sweep(); // it finds the batches that have stopped
    const [rows, record, lease, waiting] = (await redis
      .pipeline()
      .hvals(keys.rows(account, batch, 0))
      .hmget(keys.job(account, job), 'place', 'attempts')
      .zscore(keys.jobLeases, `${account}:${job}`)
      .lpos(keys.waitingJobs(account), job)
      .exec()) as [
      [null, string[]],
      [null, [string | null, string | null]],
      [null, string | null],
      [null, number | null],
    ];
    const [place, attempts] = record[1];
    const negative = [...rows[1], `working ${attempts}`].filter((state) => /^working -/.test(state));
    const isStopped = place === null && lease[1] === null && waiting[1] === null;
    const found = [...problems, ...negative, ...(isStopped ? ['the job has no lease and does not wait'] : [])];
    expect(found.join('\n')).to.equal('');
  }

  async function isOver(): Promise<boolean> {
    if (!gateways.every(({ wire }) => wire.isIdle)) return false;
    await expireLeases(); // of gateways that have ended
    if ((await redis.zcard(keys.jobLeases)) > 0) return false;
    const [{ status } = {}, place] = [
      await batches.find(account, batch),
      await redis.hget(keys.job(account, job), 'place'),
    ];
    return status === 'done' && place !== null;
  }

  async function interleave(seed: number): Promise<void> {
    random = randomOf(seed);
    await redis.flushdb();
    [account, charged, retries, isStrict] = [newId('acc'), 0, 0, seed % STRICT_EVERY === 0];
    for (const { discarded } of gateways) discarded.length = 0;
    problems.length = 0;
    const output = random(3) === 0 ? 'zip' : 'files';
    const request = { tool: TOOL, input: { html: '<p>' } };
    batch = (await batches.submit(callerOf(), { ...request, rows: Array(ROWS).fill({}), output })).id;
    job = (await jobs.submit(callerOf(), request)).id;
    for (let count = 0; count < STEPS; count++) {
      await step(false);
      if (count % CHECK_EVERY === 0) await check();
    }
    for (let count = 0; count < CALM_STEPS && !(await isOver()); count++) await step(true);
    for (const gateway of gateways) gateway.die(true); // before the next interleaving
    expect(problems.join('\n')).to.equal('');
    const rows = await jobs.rows(account, batch, [1, 2, 3]);
    const count = (status: string): number => rows.filter((row) => row?.status === status).length;
    const { done, failed, status } = (await batches.find(account, batch)) ?? {};
    expect({ status, done, failed }).to.deep.equal({ status: 'done', done: count('done'), failed: count('failed') });
    expect(count('done') + count('failed'), 'rows that have ended').to.equal(ROWS);
    const [ending] = await jobs.endings(account, [job]);
    const charges = count('done') + (ending?.place === 'done' ? 1 : 0);
    const { requests, actions } = await usage.ofAccount(account, {});
    expect({ charged, requests, actions }).to.deep.equal({
      ...{ charged: charges, requests: charges, actions: charges * TOOLS[TOOL].actions },
    });
    expect(await redis.zcard(keys.jobLeases), 'leases').to.equal(0);
    const records =
      (await redis.hvals(keys.rows(account, batch, 0))).join() + (await redis.hget(keys.job(account, job), 'value'));
    const discarded = gateways.flatMap((gateway) => gateway.discarded);
    expect(
      discarded.filter((value) => records.includes(value)),
      'results whose document was deleted',
    ).to.deep.equal([]);
  }

  const repeated = process.env['LEASE_SEED'];
  const seeds = Array.from(
    { length: repeated ? 1 : caseCount(QUICK, ALL) },
    (_, index) => Number(repeated ?? 1) + index,
  );
  for (let from = 0; from < seeds.length; from += AT_A_TIME) {
    const some = seeds.slice(from, from + AT_A_TIME);
    it(`end once, are charged once and counted exactly in ${some.length} interleavings from seed ${some[0]}`, async () => {
      for (const seed of some) {
        await interleave(seed).catch((error: Error) => {
          throw new Error(`LEASE_SEED=${seed} repeats this: ${error.message}`, { cause: error });
        });
      }
    });
  }
});
