/**
 * A mixed load for a long time: calls, jobs, batches and hostile documents. Everything that the service keeps is deleted or expires, so its
 * memory, descriptors, keys and files must not grow.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, descendantsOf, memoryBytes, openFiles, TestService } from '@toolpress/testkit';
import { logProblems } from './experiment.js';
import { type Counts, count } from './load.js';
import { preloaded } from './stages.js';

const PDF = '/api/utilities/html-to-pdf';
const MIB = 1024 * 1024;
const BATCH_ROWS = 40;
/** The pauses of each client between two requests in milliseconds. */
const PAUSE_MS = 50;
const HOSTILE_PAUSE_MS = 1_000;
const LOOK_EVERY_MS = 1_000;
/**
 * The sets of ended documents, whose records Redis keeps for some minutes, at most 5,000 of each. Their number follows the speed of the
 * machine in these minutes.
 */
const ENDED = ['render', 'render-slow', 'assembly'].map((queue) => `toolpress:${queue}:completed`);
/** The largest number of samples, and their shortest interval. */
const SAMPLES = 400;
const LEAST_INTERVAL_MS = 1_000;
/** Files of calls are deleted at once, those of jobs and batches with them. */
const LIFE_SECONDS = '3600';

/** The counts of errors, one key per minute, which each expire after an hour. */
const COUNTS_OF_ERRORS = 'toolpress:errors:*';

/** Documents that the service must refuse or survive, and the answers to each. */
const HOSTILE: readonly { html: string; answers: readonly string[] }[] = [
  {
    html: '[[#each (1..9000)]][[#each (1..9000)]]x[[/each]][[/each]]',
    answers: ['document_too_complex', 'template_invalid'],
  },
  { html: '<p style="break-after:page">x'.repeat(80), answers: ['page_limit'] },
  {
    html: `${'<div>'.repeat(3_000)}x`,
    answers: ['200', 'document_too_complex', 'content_forbidden', 'template_invalid'],
  },
  { html: '<style>p{height:10000000px}</style><p>x', answers: ['200', 'page_limit', 'document_too_complex'] },
  {
    html: '<img src="https://127.0.0.1/x.png">',
    answers: ['address_forbidden', 'image_unavailable', 'target_forbidden'],
  },
];

/** A measured size and the most that it may grow: absolutely, and relative to its earlier value. */
interface Size {
  name: string;
  unit: string;
  grows: number;
  growsBy: number;
}

const SIZES = {
  gatewayObjects: { name: 'objects of the gateway', unit: 'MiB', grows: 6, growsBy: 0.1 },
  workerObjects: { name: 'objects of the worker', unit: 'MiB', grows: 6, growsBy: 0.1 },
  // With free parts of the heap, which Node.js keeps for further objects. They follow the load.
  gateway: { name: 'memory of the gateway', unit: 'MiB', grows: 96, growsBy: 0.5 },
  worker: { name: 'memory of the worker', unit: 'MiB', grows: 96, growsBy: 0.5 },
  chromium: { name: 'memory of Chromium', unit: 'MiB', grows: 80, growsBy: 0.25 },
  redis: { name: 'memory of Redis, used', unit: 'MiB', grows: 4, growsBy: 0.2 },
  descriptors: { name: 'open descriptors of gateway and worker', unit: '', grows: 12, growsBy: 0.1 },
  processes: { name: 'processes', unit: '', grows: 2, growsBy: 0.1 },
  keys: { name: 'keys in Redis, without those that expire soon', unit: '', grows: 50, growsBy: 0.1 },
  ended: { name: 'records of ended documents', unit: '', grows: 15_000, growsBy: 0 },
  clients: { name: 'connections to Redis', unit: '', grows: 4, growsBy: 0.1 },
  files: { name: 'files in the store', unit: '', grows: 200, growsBy: 0.1 },
  temporary: { name: 'files in the temporary folder', unit: '', grows: 20, growsBy: 0.2 },
} satisfies Record<string, Size>;
type Name = keyof typeof SIZES;
type Sample = Record<Name, number>;

export interface SoakReport {
  /** The answers by kind of request: counts by status or error code. */
  answers: Record<string, Counts>;
  /** The medians of the second quarter and of the last one. */
  sizes: { name: string; unit: string; before: number; after: number; hasGrown: boolean }[];
  samples: number;
  /** The violations, in words. */
  problems: string[];
}

/** @param temporary the folder for temporary files of the service. */
export async function soak(lengthMs: number, temporary: string, stop: AbortSignal): Promise<SoakReport> {
  const settings = { RENDER_CONCURRENCY: '2', FILE_TTL: LIFE_SECONDS, LOG_LEVEL: 'info', TMPDIR: temporary };
  const env = preloaded('live-heap', { ...settings, LIVE_HEAP_FOLDER: temporary });
  const service = await TestService.start({ env });
  try {
    return await new Soak(service, temporary).run(lengthMs, stop);
  } finally {
    await service.stop();
  }
}

class Soak {
  private readonly answers: Record<string, Counts> = {};
  private readonly problems = new Set<string>();
  private readonly samples: Sample[] = [];
  private isOver = false;

  constructor(
    private readonly service: TestService,
    private readonly temporary: string,
  ) {}

  async run(lengthMs: number, stop: AbortSignal): Promise<SoakReport> {
    const work = [
      ...Array.from({ length: 2 }, (_, client) => this.repeat(() => this.call(client), PAUSE_MS)),
      this.repeat(() => this.job(), PAUSE_MS),
      this.repeat(() => this.batch(), PAUSE_MS),
      this.repeat((round) => this.hostile(round), HOSTILE_PAUSE_MS),
    ];
    const end = performance.now() + lengthMs;
    while (performance.now() < end && !stop.aborted) {
      await sleep(Math.max(LEAST_INTERVAL_MS, lengthMs / SAMPLES), undefined, { signal: stop }).catch(() => undefined);
      this.samples.push(await this.sample());
    }
    this.isOver = true;
    await Promise.all(work);
    for (const problem of logProblems(this.service.logs())) this.problems.add(problem);
    const sizes = (Object.keys(SIZES) as Name[]).map((name) => this.growthOf(name));
    for (const { name, before, after, hasGrown } of sizes)
      if (hasGrown) this.problems.add(`${name} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`);
    if (this.samples.length < 8) this.problems.add(`only ${this.samples.length} samples were taken`);
    return { answers: this.answers, sizes, samples: this.samples.length, problems: [...this.problems] };
  }

  private async repeat(work: (round: number) => Promise<void>, pauseMs: number): Promise<void> {
    for (let round = 0; !this.isOver; round++) {
      await work(round).catch((error: Error) => this.problems.add(error.message));
      await sleep(pauseMs);
    }
  }

  private note(kind: string, { status, headers }: Answer, expected: readonly string[]): boolean {
    const outcome = headers.get('x-error-code') ?? String(status);
    this.answers[kind] ??= {};
    count(this.answers[kind], outcome);
    const isExpected = expected.includes(outcome);
    if (!isExpected) this.problems.add(`${kind}: answered ${outcome}`);
    return isExpected;
  }

  private async call(client: number): Promise<void> {
    const html = `<h1>Client ${client}</h1>${'<p>A line of text.'.repeat(20)}`;
    const answer = await this.service.call(PDF, { body: { html } });
    if (!this.note('call', answer, ['200'])) return;
    const file = String(answer.body.data.download_url).split('/').at(-1);
    this.note('deleted file', await this.service.call(`/api/files/${file}`, { method: 'DELETE' }), ['200']);
  }

  private async job(): Promise<void> {
    const body = { tool: 'html-to-pdf', input: { html: '<p>A job' } };
    const answer = await this.service.call('/api/jobs', { body });
    if (!this.note('job', answer, ['202'])) return;
    const path = `/api/jobs/${answer.body.data.id}`;
    await this.ended(path);
    this.note('deleted job', await this.service.call(path, { method: 'DELETE' }), ['200']);
  }

  private async batch(): Promise<void> {
    const rows = Array.from({ length: BATCH_ROWS }, (_, row) => ({ row }));
    const body = { tool: 'html-to-pdf', input: { html: '<p>[[row]]' }, rows, output: 'zip' };
    const answer = await this.service.call('/api/batches', { body });
    if (!this.note('batch', answer, ['202'])) return;
    const path = `/api/batches/${answer.body.data.id}`;
    const { done } = await this.ended(path);
    if (done !== BATCH_ROWS) this.problems.add(`${done} of ${BATCH_ROWS} rows of a batch are done`);
    this.note('deleted batch', await this.service.call(path, { method: 'DELETE' }), ['200']);
  }

  private async hostile(round: number): Promise<void> {
    const { html, answers } = HOSTILE[round % HOSTILE.length] as (typeof HOSTILE)[number];
    const answer = await this.service.call(PDF, { body: { html } });
    if (!this.note('hostile document', answer, answers) || answer.status !== 200) return;
    const file = String(answer.body.data.download_url).split('/').at(-1);
    await this.service.call(`/api/files/${file}`, { method: 'DELETE' });
  }

  private async ended(path: string): Promise<Answer['body']['data']> {
    for (;;) {
      const { data } = (await this.service.call(path)).body;
      if (data.finished_at !== undefined) return data;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async sample(): Promise<Sample> {
    const { gateway, workers, redis, storageFolder } = this.service;
    const info = String(await redis.command('INFO'));
    const figure = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    const browsers = workers.flatMap(({ pid }) => descendantsOf(pid)).map(({ pid }) => pid);
    const apps = [gateway.pid, ...workers.map(({ pid }) => pid)];
    const filesIn = async (folder: string): Promise<number> =>
      (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) => one.isFile())
        .length;
    const objects = async (pids: readonly number[]): Promise<number> => {
      const texts = pids.map((pid) => readFile(join(this.temporary, String(pid)), 'utf8').catch(() => '0'));
      return (await Promise.all(texts)).reduce((sum, text) => sum + Number(text), 0) / MIB;
    };
    const counts = await Promise.all(ENDED.map((key) => redis.command('ZCARD', key)));
    const ended = counts.map(Number).reduce((sum, records) => sum + records);
    const passing = (await redis.command('KEYS', COUNTS_OF_ERRORS)) as string[];
    return {
      gatewayObjects: await objects([gateway.pid]),
      workerObjects: await objects(workers.map(({ pid }) => pid)),
      gateway: memoryBytes([gateway.pid]) / MIB,
      worker: memoryBytes(workers.map(({ pid }) => pid)) / MIB,
      chromium: memoryBytes(browsers) / MIB,
      redis: figure('used_memory') / MIB,
      descriptors: openFiles(apps),
      processes: apps.length + browsers.length,
      keys: Number(await redis.command('DBSIZE')) - ended - passing.length,
      ended,
      clients: figure('connected_clients'),
      files: await filesIn(storageFolder),
      temporary: await filesIn(this.temporary),
    };
  }

  /** The first quarter is for caches that fill. */
  private growthOf(name: Name): SoakReport['sizes'][number] {
    const quarter = Math.floor(this.samples.length / 4);
    const medianOf = (samples: readonly Sample[]): number => {
      const sorted = samples.map((sample) => sample[name]).sort((one, other) => one - other);
      return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    };
    const before = medianOf(this.samples.slice(quarter, 2 * quarter));
    const after = medianOf(this.samples.slice(-quarter));
    const { grows, growsBy, ...size } = SIZES[name];
    return { ...size, before, after, hasGrown: after - before > Math.max(grows, growsBy * before) };
  }
}
