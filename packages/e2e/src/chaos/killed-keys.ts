/**
 * Jobs, batches and calls under idempotency keys while Redis is killed every few seconds. Clients repeat each until it is answered, some
 * once more after that, or twice at once. Each key must have one job, batch or PDF, and one charge, and the store no other files.
 */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, TestService } from '@toolpress/testkit';
import { sweepUnclaimedFiles } from '../unclaimed-files.js';
import { logProblems } from './experiment.js';

const CLIENTS = 12;
const ROWS = 2;
/** The pauses between two kills of Redis, in milliseconds. */
const LEAST_PAUSE = 1_000;
const MOST_PAUSE = 3_000;
const AWAY_MS = 200;
/** The share of the keys that are sent twice at once, and the share that is repeated after the answer. */
const AT_ONCE = 0.15;
const ONCE_MORE = 0.3;
const RETRY_PAUSE_MS = 100;
/** The time limit for work that has begun. */
const SETTLE_MS = 600_000;
const FILE_ID_LENGTH = 41;
/** The number of characters to show of the last log of a gateway that ended by itself. */
const MOST_OUTPUT = 3_000;

/** The requests under keys. Of ten keys six are jobs, two batches, two calls. */
const KINDS = ['job', 'job', 'job', 'batch', 'call', 'job', 'job', 'job', 'batch', 'call'] as const;
type Kind = (typeof KINDS)[number];
/** Each kind has a separate account, to count its charges. */
type Tokens = Record<Kind, string>;

export interface KeysReport {
  kinds: Record<Kind, KindReport>;
  kills: number;
  seconds: number;
  /** Unclaimed files, which are swept. */
  filesSwept: number;
  /** The violations, in words. */
  problems: string[];
}

interface KindReport {
  keys: number;
  /** The requests, and how many of them got the result of an earlier one, or no answer. */
  sent: number;
  replayed: number;
  refused: number;
  /** The jobs or batches of the account, or the PDFs of calls. */
  there: number;
  /** The expected PDFs and the charged ones. */
  due: number;
  charged: number;
}

const KIND_OF: Record<Kind, { path: string; body(text: string): object; pdfs: number }> = {
  job: {
    path: '/api/jobs',
    body: (text) => ({ tool: 'html-to-pdf', input: { html: `<p>${text}` } }),
    pdfs: 1,
  },
  batch: {
    path: '/api/batches',
    body: (text) => ({
      tool: 'html-to-pdf',
      input: { html: `<p>${text} [[row]]` },
      rows: Array.from({ length: ROWS }, (_, row) => ({ row })),
    }),
    pdfs: ROWS,
  },
  call: { path: '/api/utilities/html-to-pdf', body: (text) => ({ html: `<p>${text}` }), pdfs: 1 },
};

/** @param random returns a number between 0 and 1. */
export async function killUnderKeys(count: number, random: () => number, stop: AbortSignal): Promise<KeysReport> {
  const service = await TestService.start({ workers: 2, env: { LOG_LEVEL: 'info', RENDER_CONCURRENCY: '2' } });
  const begun = performance.now();
  const kinds = Object.fromEntries(
    [...new Set(KINDS)].map((kind) => [
      kind,
      { keys: 0, sent: 0, replayed: 0, refused: 0, there: 0, due: 0, charged: 0 },
    ]),
  ) as Record<Kind, KindReport>;
  const tokens = {} as Tokens;
  for (const kind of new Set(KINDS)) tokens[kind] = (await service.createAccount(kind)).token;
  const problems: string[] = [];
  let kills = 0;
  let hasEnded = false;
  void service.gateway.ended.then(() => {
    hasEnded = true;
  });
  const kindOf = (number: number): Kind => KINDS[number % KINDS.length] as Kind;

  /** Repeats a request until it is answered. */
  const send = async (number: number): Promise<Answer> => {
    const kind = kindOf(number);
    const { path, body } = KIND_OF[kind];
    const headers = { 'idempotency-key': `key-${number}` };
    const request = { body: body(`key ${number}`), headers, token: tokens[kind] };
    for (;;) {
      kinds[kind].sent += 1;
      const answer = await service.call(path, request).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) {
        if (answer.headers.get('idempotent-replayed') !== null) kinds[kind].replayed += 1;
        return answer;
      }
      kinds[kind].refused += 1;
      if (answer !== undefined && answer.status < 500) problems.push(`key ${number}: ${answer.body.error}`);
      if ((answer !== undefined && answer.status < 500) || stop.aborted) throw new Error('it is not answered');
      if (hasEnded) throw new Error(`the gateway has ended: ${service.gateway.output().slice(-MOST_OUTPUT)}`);
      await sleep(RETRY_PAUSE_MS);
    }
  };
  const client = async (first: number): Promise<void> => {
    for (let number = first; number < count && !stop.aborted; number += CLIENTS) {
      kinds[kindOf(number)].keys += 1;
      await Promise.all(Array.from({ length: random() < AT_ONCE ? 2 : 1 }, () => send(number)));
      if (random() < ONCE_MORE) await send(number);
    }
  };

  const done = new AbortController();
  let killing: Promise<void> | undefined;
  try {
    killing = (async () => {
      while (!done.signal.aborted) {
        const pause = LEAST_PAUSE + random() * (MOST_PAUSE - LEAST_PAUSE);
        await sleep(pause, undefined, { signal: done.signal }).catch(() => undefined);
        if (done.signal.aborted) return;
        kills += 1;
        await service.redis.crash();
        await sleep(AWAY_MS);
        await service.redis.restart();
      }
    })();
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    done.abort();
    await killing;
    // A Redis that was killed may have forgotten its last second, which a client finds out by asking again.
    for (let number = 0; number < count && !stop.aborted; number += 1) await send(number);
    const files = new Set<string>();
    problems.push(...(await results(service, tokens, kinds, files, (number) => send(number), count)));
    let due = 0;
    for (const [kind, report] of Object.entries(kinds)) {
      report.due = report.keys * KIND_OF[kind as Kind].pdfs;
      report.charged = (await service.call('/api/usage', { token: tokens[kind as Kind] })).body.data.requests;
      if (report.charged !== report.due)
        problems.push(`${kind}: ${report.charged} PDFs were charged, not ${report.due}`);
      due += report.due;
    }
    if (files.size !== due) problems.push(`${files.size} files are listed, not ${due}`);
    const before = await stored(service);
    await sweepUnclaimedFiles(service);
    const after = await stored(service);
    const left = after.filter((id) => !files.has(id)).length;
    const lost = [...files].filter((id) => !after.includes(id)).length;
    if (left > 0) problems.push(`${left} files in the store belong to no key and will not be deleted`);
    if (lost > 0) problems.push(`${lost} files are missing`);
    problems.push(...logProblems(service.logs()));
    const seconds = (performance.now() - begun) / 1_000;
    return { kinds, kills, seconds, filesSwept: before.length - after.length, problems };
  } finally {
    done.abort();
    await killing;
    await service.stop();
  }
}

interface Told {
  id: string;
  status: string;
  result?: { download_url: string };
  error?: { message: string };
}

/** Waits for the end of all work. @param files collects all files. @returns the violations. */
async function results(
  service: TestService,
  tokens: Tokens,
  kinds: Record<Kind, KindReport>,
  files: Set<string>,
  send: (number: number) => Promise<Answer>,
  count: number,
): Promise<string[]> {
  const problems: string[] = [];
  const note = ({ id, status, result, error }: Told, what: string): void => {
    if (result === undefined) problems.push(`${what} ${id} is ${status} ${error?.message ?? ''}`);
    else files.add(idOf(result.download_url));
  };
  let jobs: Told[] = [];
  let batches: Told[] = [];
  const isOpen = ({ status }: Told): boolean => status === 'queued' || status === 'working';
  await eventually(async () => {
    jobs = await all(service, '/api/jobs', tokens.job);
    batches = await all(service, '/api/batches', tokens.batch);
    if ([...jobs, ...batches].some(isOpen)) throw new Error('not all is over');
  }, SETTLE_MS).catch(() => undefined);
  for (const job of jobs) note(job, 'job');
  for (const { id } of batches) {
    for (const row of await all(service, `/api/batches/${id}/rows`, tokens.batch)) note(row, `a row of ${id}`);
  }
  const calls = new Set<string>();
  for (let number = 0; number < count; number += 1) {
    if (KINDS[number % KINDS.length] !== 'call') continue;
    calls.add(idOf((await send(number)).body.data.download_url));
  }
  for (const id of calls) files.add(id);
  kinds.job.there = jobs.length;
  kinds.batch.there = batches.length;
  kinds.call.there = calls.size;
  for (const [kind, { keys, there }] of Object.entries(kinds))
    if (keys !== there) problems.push(`${keys} keys of a ${kind} have made ${there}`);
  return problems;
}

const idOf = (url: string): string => basename(url).slice(0, FILE_ID_LENGTH);

async function all(service: TestService, path: string, token: string): Promise<Told[]> {
  const items: Told[] = [];
  let cursor = '';
  do {
    const { body } = await service.call(`${path}?limit=1000${cursor}`, { token });
    items.push(...body.data.items);
    cursor = body.data.next_cursor === null ? '' : `&cursor=${encodeURIComponent(body.data.next_cursor)}`;
  } while (cursor !== '');
  return items;
}

/** Returns the ids of all files in the store, including encrypted inputs. */
const stored = async (service: TestService): Promise<string[]> =>
  (await readdir(service.storageFolder, { recursive: true }))
    .filter((name) => /\.(pdf|xml|zip)$/.test(name))
    .map((name) => basename(name).slice(0, FILE_ID_LENGTH));
