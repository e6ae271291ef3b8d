/** Batches whose gateway, worker and Redis are killed at random moments: each row has one result and one charge, each event comes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, type HttpTarget, pdfText, startHttpTarget, TestService } from '@toolpress/testkit';
import { logProblems } from './experiment.js';

const ROWS = 500;
/** Between two kills, milliseconds: the service has to come to something meanwhile. */
const LEAST_PAUSE = 300;
const MOST_PAUSE = 1_500;
/** A batch that takes longer has been lost. */
const ROUND_LIMIT_MS = 300_000;
/** Rows whose files are read after each round. */
const READ = 20;
const ACTIONS = 3;

export interface BatchesReport {
  rounds: number;
  rows: number;
  kills: Readonly<Record<Victim, number>>;
  /** How often an event was delivered beyond the once that it has to be. */
  eventsTwice: number;
  /** Whatever must never happen, in words. */
  problems: string[];
}

const VICTIMS = ['gateway', 'worker', 'redis'] as const;
type Victim = (typeof VICTIMS)[number];

/** @param random between 0 and 1, to choose whom and when. */
export async function killBatches(rounds: number, random: () => number, stop: AbortSignal): Promise<BatchesReport> {
  const receiver = await startHttpTarget((_request, response) => void response.end());
  const service = await TestService.start({ workers: 2, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  const kills = { gateway: 0, worker: 0, redis: 0 };
  const problems: string[] = [];
  const ids: string[] = [];
  try {
    await service.call('/api/webhooks/ends', { method: 'PUT', body: { url: receiver.url } });
    for (let round = 1; round <= rounds && !stop.aborted; round++) {
      const id = await submitted(service, round);
      ids.push(id);
      const done = new AbortController();
      const killing = killUntil(done.signal, service, kills, random);
      problems.push(...(await ended(service, id)).map((problem) => `round ${round}: ${problem}`));
      done.abort();
      await killing;
      problems.push(...(await resultsOf(service, id, round)).map((problem) => `round ${round}: ${problem}`));
    }
    problems.push(...(await chargesOf(service, ids.length)), ...(await eventsOf(receiver, ids)));
    problems.push(...logProblems(service.logs()));
    return {
      rounds: ids.length,
      rows: ids.length * ROWS,
      kills,
      eventsTwice: receiver.requests.length - ids.length,
      problems,
    };
  } finally {
    await service.stop();
    await receiver.close();
  }
}

const textOf = (round: number, row: number): string => `Round ${round} row ${row}`;

async function submitted(service: TestService, round: number): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ text: textOf(round, index + 1) }));
  const body = { tool: 'html-to-pdf', input: { html: '<p>[[text]]' }, rows };
  const answer = await service.call('/api/batches', { body });
  if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data.id;
}

async function killUntil(
  done: AbortSignal,
  service: TestService,
  kills: Record<Victim, number>,
  random: () => number,
): Promise<void> {
  while (!done.aborted) {
    await sleep(LEAST_PAUSE + random() * (MOST_PAUSE - LEAST_PAUSE), undefined, { signal: done }).catch(
      () => undefined,
    );
    if (done.aborted) return;
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] as Victim;
    kills[victim] += 1;
    if (victim === 'gateway') await service.restartGateway('SIGKILL');
    else if (victim === 'redis') {
      await service.redis.kill();
      await service.redis.restart();
    } else {
      const worker = service.workers.shift();
      await worker?.end('SIGKILL');
      await service.addWorker();
    }
  }
}

/** Calls again while the gateway is away. */
async function call(service: TestService, path: string): Promise<Answer['body']['data']> {
  let data: Answer['body']['data'];
  await eventually(async () => {
    const answer = await service.call(path);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    ({ data } = answer.body);
  }, ROUND_LIMIT_MS);
  return data;
}

async function ended(service: TestService, id: string): Promise<string[]> {
  const until = Date.now() + ROUND_LIMIT_MS;
  for (;;) {
    const batch = await call(service, `/api/batches/${id}`);
    if (batch.finished_at !== undefined) return [];
    if (Date.now() > until) return [`it is ${batch.status}, with ${batch.done} rows done and ${batch.failed} failed`];
    await sleep(200);
  }
}

/** Each row has a file of its own; some are read. */
async function resultsOf(service: TestService, id: string, round: number): Promise<string[]> {
  const { items } = await call(service, `/api/batches/${id}/rows?limit=1000`);
  const rows = items as {
    row: number;
    status: string;
    result?: { download_url: string };
    error?: { message: string };
  }[];
  const open = rows
    .filter(({ status }) => status !== 'done')
    .map(({ row, status, error }) => `row ${row} is ${status} ${error?.message ?? ''}`);
  const links = new Set(rows.map(({ result }) => result?.download_url));
  if (links.size !== ROWS) open.push(`${ROWS} rows have ${links.size} files`);
  for (const { row, result } of rows.filter(({ row }) => row % Math.floor(ROWS / READ) === 0)) {
    const file = await fetch(result?.download_url ?? 'about:blank');
    if (!pdfText(Buffer.from(await file.arrayBuffer())).includes(textOf(round, row)))
      open.push(`row ${row} has another file`);
  }
  return open;
}

async function chargesOf(service: TestService, batches: number): Promise<string[]> {
  const { actions } = await call(service, '/api/usage');
  const expected = batches * ROWS * ACTIONS;
  return actions === expected ? [] : [`${actions} actions were charged, not ${expected}`];
}

/** At least once, under one id. */
async function eventsOf(receiver: HttpTarget, ids: readonly string[]): Promise<string[]> {
  const seen = (): Set<unknown> => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
  const missing = (): string[] => ids.filter((id) => !seen().has(`evt_${id}`));
  await eventually(() => {
    if (missing().length > 0) throw new Error('an event is missing');
  }, 60_000).catch(() => undefined);
  const others = [...seen()].filter((id) => !ids.some((batch) => id === `evt_${batch}`));
  return [...missing().map((id) => `no event of ${id}`), ...others.map((id) => `an event ${id} of nothing`)];
}
