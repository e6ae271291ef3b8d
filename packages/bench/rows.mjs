/** A million rows: what gateways and Redis take for each, with simulated workers that complete documents at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceWorker, consume } from '@toolpress/queue';
import { createLogger } from '@toolpress/runtime';
import { newFileId } from '@toolpress/storage';
import { measureCpu, TestService } from '@toolpress/testkit';
import { perRequest, readCounters } from './profile/redis.mjs';

const CONSUMERS = [1, 10, 100];
const PAGES_EACH = 4;
/** More prints than BullMQ keeps records of, so that these stop growing. */
const WARM_ROWS = 6_000;
const ROWS = 10_000;
/** The largest number of rows in a batch. */
const ROWS_PER_BATCH = 10_000;
const IDLE_MS = 5_000;
const LOOK_EVERY_MS = 500;
const LIMIT_MS = 1_800_000;
/** A million of them stay below the default storage limit of an account, 10 GiB. */
const FILE_BYTES = 10_000;
const FILE_LIFE_MS = 24 * 3_600_000;

/** @type {import('./service.mjs').Benchmark} */
export async function benchRows(around, section, { quick, count, only, progress }) {
  const rows = count ?? (quick ? ROWS / 5 : ROWS);
  const table = [];
  for (const consumers of only === undefined ? CONSUMERS : only.split(',').map(Number)) {
    around.signal.throwIfAborted();
    const measured = await progress.step(
      `${rows} rows over ${consumers} consumers`,
      () => measure(around, consumers, rows, quick ? WARM_ROWS / 6 : WARM_ROWS),
      ({ perSecond }) => `${perSecond.toFixed(0)} rows/s`,
    );
    const { perSecond, commands, redisMs, gatewayMs, memory, idle } = measured;
    table.push([
      String(consumers),
      perSecond.toFixed(0),
      commands.toFixed(1),
      redisMs.toFixed(2),
      gatewayMs.toFixed(2),
      memory.toFixed(0),
      idle.toFixed(0),
    ]);
  }
  section.text(
    `Batches of ${rows} rows in all, over one gateway and one Redis. The workers are simulated: real consumers of the queue, ${PAGES_EACH} documents each at a time, that answer at once without a browser and without a file, all in one process of this machine. So the result shows the gateway's speed, and the cost of Redis and the gateway alone. *Idle*: Redis commands per second without work, which the heartbeats take.`,
  );
  section.table(
    ['consumers', 'rows/s', 'Redis commands per row', 'Redis, ms', 'gateway, ms', 'bytes kept in Redis', 'idle'],
    table,
  );
}

/**
 * @param {import('./service.mjs').Around} around
 * @param {number} count of consumers
 * @param {number} rows
 * @param {number} warm rows before the measurement
 */
async function measure(around, count, rows, warm) {
  const service = await TestService.start({ workers: 0, env: { LOG_LEVEL: 'info', TMPDIR: around.temporary } });
  const consumers = Array.from({ length: count }, () => startConsumer(service.redis.url));
  try {
    await Promise.all(consumers.map(({ announced }) => announced));
    await printed(service, warm, around);
    const idleBefore = await totalOf(service);
    await sleep(IDLE_MS, undefined, around);
    const idle = ((await totalOf(service)) - idleBefore) / (IDLE_MS / 1_000);
    const [ofRedis, ofGateway] = [measureCpu([service.redis.pid]), measureCpu([service.gateway.pid])];
    const [before, memoryBefore, begun] = [await readCounters(service.redis), await usedBy(service), performance.now()];
    await printed(service, rows, around);
    const seconds = (performance.now() - begun) / 1_000;
    const { commands } = perRequest(before, await readCounters(service.redis), rows);
    const cpu = { redis: ofRedis().all, gateway: ofGateway().all };
    return {
      perSecond: rows / seconds,
      commands: [...commands.values()].reduce((sum, { calls }) => sum + calls, 0),
      redisMs: (cpu.redis * 1_000) / rows,
      gatewayMs: (cpu.gateway * 1_000) / rows,
      memory: ((await usedBy(service)) - memoryBefore) / rows,
      idle,
    };
  } finally {
    await Promise.all(consumers.map((consumer) => consumer.end()));
    await service.stop();
  }
}

/** @param {string} url of Redis */
function startConsumer(url) {
  const id = randomUUID();
  const logger = createLogger('worker', 'silent');
  let busy = 0;
  const consumer = consume(
    url,
    async (_job, { fileId = '' }) => {
      busy += 1;
      await undefined;
      busy -= 1;
      return { ok: true, file: { fileId, sizeBytes: FILE_BYTES, pageCount: 1 } };
    },
    { id, concurrency: PAGES_EACH, logger, newFileId: () => newFileId(new Date(Date.now() + FILE_LIFE_MS)) },
  );
  const worker = announceWorker(url, { id, version: 'simulated', concurrency: PAGES_EACH }, { busy: () => busy });
  return {
    announced: worker.announced,
    async end() {
      await Promise.all([worker.close(), consumer.close()]);
    },
  };
}

/** @param {TestService} service */
const totalOf = async ({ redis }) => {
  const { commands } = await readCounters(redis);
  return [...commands.values()].reduce((sum, { calls }) => sum + calls, 0);
};

/** @param {TestService} service */
const usedBy = async ({ redis }) =>
  Number(/^used_memory:(\d+)/m.exec(String(await redis.command('INFO', 'memory')))?.[1]);

/**
 * Submits batches, and waits until all their rows are done.
 *
 * @param {TestService} service
 * @param {number} rows
 * @param {import('./service.mjs').Around} around
 */
async function printed(service, rows, around) {
  /** @type {string[]} */
  const ids = [];
  for (let left = rows; left > 0; left -= ROWS_PER_BATCH) {
    const body = {
      tool: 'html-to-pdf',
      input: { html: '<p>' },
      rows: Array(Math.min(left, ROWS_PER_BATCH)).fill({}),
    };
    const answer = await service.call('/api/batches', { body });
    if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body.error}`);
    ids.push(answer.body.data.id);
  }
  const begun = performance.now();
  for (const id of ids) {
    for (;;) {
      const { data } = (await service.call(`/api/batches/${id}`)).body;
      if (data.failed > 0) throw new Error(`${data.failed} rows of a batch failed`);
      if (data.finished_at !== undefined) break;
      if (performance.now() - begun > LIMIT_MS) throw new Error(`${data.done} of ${rows} rows are done in time`);
      await sleep(LOOK_EVERY_MS, undefined, around);
    }
  }
}
