/**
 * A mixed load for a long time: calls, jobs, batches and hostile documents. Everything that the service keeps is deleted or expires, so its
 * memory, descriptors, keys and files must not grow.
 */
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, TestService } from '@toolpress/testkit';
import { logProblems } from './experiment.js';
import { type Counts, count } from './load.js';
import { type Growth, growthsOf, type Sample, takeSample } from './soak-sizes.js';
import { preloaded } from './stages.js';

const PDF = '/api/utilities/html-to-pdf';
const BATCH_ROWS = 40;
/** The pauses of each client between two requests in milliseconds. */
const PAUSE_MS = 50;
const HOSTILE_PAUSE_MS = 1_000;
const LOOK_EVERY_MS = 1_000;
/** The largest number of samples, and their shortest interval. */
const SAMPLES = 400;
const LEAST_INTERVAL_MS = 1_000;
/** The most problems that are kept: those of a service that fails for hours are the same ones. */
const MOST_PROBLEMS = 1_000;
/** Files of calls are deleted at once, those of jobs and batches with them. */
const LIFE_SECONDS = '3600';

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

export interface SoakReport {
  /** The answers by kind of request: counts by status or error code. */
  answers: Record<string, Counts>;
  sizes: Growth[];
  samples: number;
  /** The violations, in words. */
  problems: string[];
}

export interface SoakOptions {
  /** The folder for temporary files of the service. */
  temporary: string;
  stop: AbortSignal;
  /** A file that gets each sample as a line of JSON, for those who look while it runs or after a power cut. */
  file?: string | undefined;
  /** A module of this folder that both apps load first. */
  preload?: string;
}

/** Loads a service for a time in milliseconds, or until it is stopped, and measures it. */
export async function soak(lengthMs: number, options: SoakOptions): Promise<SoakReport> {
  const { temporary, preload = 'live-heap' } = options;
  const settings = { RENDER_CONCURRENCY: '2', FILE_TTL: LIFE_SECONDS, LOG_LEVEL: 'info', TMPDIR: temporary };
  const env = preloaded(preload, { ...settings, LIVE_HEAP_FOLDER: temporary });
  const service = await TestService.start({ env });
  try {
    return await new Soak(service, options).run(lengthMs);
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
    private readonly options: SoakOptions,
  ) {}

  async run(lengthMs: number): Promise<SoakReport> {
    const { stop } = this.options;
    const work = [
      ...Array.from({ length: 2 }, (_, client) => this.repeat(() => this.call(client), PAUSE_MS)),
      this.repeat(() => this.job(), PAUSE_MS),
      this.repeat(() => this.batch(), PAUSE_MS),
      this.repeat((round) => this.hostile(round), HOSTILE_PAUSE_MS),
    ];
    const end = performance.now() + lengthMs;
    while (performance.now() < end && !stop.aborted) {
      await sleep(Math.max(LEAST_INTERVAL_MS, lengthMs / SAMPLES), undefined, { signal: stop }).catch(() => undefined);
      await this.look();
    }
    this.isOver = true;
    await Promise.all(work);
    this.readLogs();
    const sizes = growthsOf(this.samples);
    for (const { name, before, after, hasGrown } of sizes)
      if (hasGrown) this.problems.add(`${name} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`);
    if (this.samples.length < 8) this.problems.add(`only ${this.samples.length} samples were taken`);
    return { answers: this.answers, sizes, samples: this.samples.length, problems: [...this.problems] };
  }

  private async look(): Promise<void> {
    const { temporary, file } = this.options;
    const sample = await takeSample(this.service, temporary);
    this.samples.push(sample);
    this.readLogs();
    if (file !== undefined) {
      const rounded = Object.entries(sample).map(([name, size]) => [name, Math.round(size)]);
      const line = { time: new Date().toISOString(), ...Object.fromEntries(rounded), problems: this.problems.size };
      await appendFile(file, `${JSON.stringify(line)}\n`);
    }
  }

  private readLogs(): void {
    for (const problem of logProblems(this.service.takeLogs())) this.problem(problem);
  }

  private problem(text: string): void {
    if (this.problems.size < MOST_PROBLEMS) this.problems.add(text);
  }

  private async repeat(work: (round: number) => Promise<void>, pauseMs: number): Promise<void> {
    for (let round = 0; !this.isOver; round++) {
      await work(round).catch((error: Error) => this.problem(error.message));
      await sleep(pauseMs);
    }
  }

  private note(kind: string, { status, headers }: Answer, expected: readonly string[]): boolean {
    const outcome = headers.get('x-error-code') ?? String(status);
    this.answers[kind] ??= {};
    count(this.answers[kind], outcome);
    const isExpected = expected.includes(outcome);
    if (!isExpected) this.problem(`${kind}: answered ${outcome}`);
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
    if (done !== BATCH_ROWS) this.problem(`${done} of ${BATCH_ROWS} rows of a batch are done`);
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
}
