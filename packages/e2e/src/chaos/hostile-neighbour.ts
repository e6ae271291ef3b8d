/**
 * An account whose small requests need many resources, beside honest callers of another account on the same service. Measures the latency
 * of the honest requests and the memory of the processes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, descendantsOf, pdfText, residentBytes, TestService } from '@toolpress/testkit';
import { logProblems } from './experiment.js';
import { type Counts, count, Load } from './load.js';

const PDF = '/api/utilities/html-to-pdf';
const MEBIBYTE = 1024 * 1024;
const HONEST_CLIENTS = 4;
/** The clients per kind of hostile request. */
const HOSTILE_CLIENTS = 4;
/** The pauses between two requests of an honest client, and of a hostile one. */
const HONEST_PAUSE_MS = 100;
const HOSTILE_PAUSE_MS = 20;
const LOOK_EVERY_MS = 250;
/** The time limit of an honest request. */
const SLOWEST_MS = 3_000;
const HANGS_AFTER_MS = 90_000;
/** The documents have another origin than the pages: two for each core, the default of a worker. */
const PAGES = '4';

/** Saved by the hostile account. A request of a kilobyte names them all. */
const VARIABLES = 60;

/** Noise is drawn as images that can't be compressed, 20 MiB each. */
const NOISE = `<svg width="700" height="1000">${Array.from(
  { length: 20 },
  (_, index) =>
    `<filter id="f${index}" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.${index + 70}" numOctaves="1" seed="${index}"/></filter><rect width="700" height="1000" filter="url(#f${index})"/>`,
).join('')}</svg>`;

const PAGE_BREAK = '<p style="break-after:page">x</p>';

/** The name of each kind in the report, and the body of its requests. */
const HOSTILE: Record<string, () => object> = {
  'pictures of noise, 5 KB': () => ({ html: NOISE }),
  'a header filled to 20 MiB, 402 KiB': () => ({
    html: PAGE_BREAK.repeat(49),
    header_html: `<p>${'[[text]]'.repeat(50)}`,
    footer_html: `<p>${'[[text]]'.repeat(50)}`,
    data: { text: 'x'.repeat(400 * 1024) },
  }),
  'all saved variables, 1 KB': () => ({
    html: Array.from({ length: VARIABLES }, (_, index) => `[[var:v${index}]]`).join(''),
  }),
};

export interface NeighbourReport {
  /** The requests of the honest callers. */
  honest: { sent: number; slowestMs: number; p95Ms: number; medianMs: number; failures: Counts };
  /** The answers to each kind of hostile request: counts by error code, `200` and `no answer`. */
  hostile: Record<string, Counts>;
  /** The largest memory at a time, in MiB. */
  peaks: { gateway: number; worker: number; redis: number; chromium: number };
  /** The violations, in words. */
  problems: string[];
}

/** @param seconds the duration. */
export async function runHostileNeighbour(seconds: number): Promise<NeighbourReport> {
  const service = await TestService.start({ env: { RENDER_CONCURRENCY: PAGES, LOG_LEVEL: 'info' } });
  try {
    const hostile = await service.createAccount('hostile');
    await saveVariables(service, hostile.token);
    await warmUp(service);
    return await new Neighbourhood(service, hostile.token).run(seconds * 1_000);
  } finally {
    await service.stop();
  }
}

async function saveVariables(service: TestService, token: string): Promise<void> {
  const body = { kind: 'html', content: 'v'.repeat(MEBIBYTE) };
  for (let index = 0; index < VARIABLES; index++) {
    const { status } = await service.call(`/api/variables/v${index}`, { method: 'PUT', token, body });
    if (status !== 200) throw new Error(`a variable was answered ${status}`);
  }
}

async function warmUp(service: TestService): Promise<void> {
  for (let round = 0; round < 20; round++) await service.call(PDF, { body: { html: `<p>${round}</p>` } });
}

class Neighbourhood {
  private readonly answered: NeighbourReport['hostile'] = {};
  private readonly peaks = { gateway: 0, worker: 0, redis: 0, chromium: 0 };
  private isOver = false;

  constructor(
    private readonly service: TestService,
    private readonly hostileToken: string,
  ) {}

  async run(lengthMs: number): Promise<NeighbourReport> {
    const problems = new Set<string>();
    for (const app of [this.service.gateway, ...this.service.workers]) {
      void app.ended.then((code) => this.isOver || problems.add(`a process ended with ${code}`));
    }
    const begun = performance.now();
    const honest = new Load(this.service, HONEST_CLIENTS, HANGS_AFTER_MS, HONEST_PAUSE_MS);
    const others = [
      ...Object.entries(HOSTILE).flatMap(([kind, body]) =>
        Array.from({ length: HOSTILE_CLIENTS }, () => this.hostileClient(kind, JSON.stringify(body()))),
      ),
      this.look(),
    ];
    await sleep(lengthMs);
    this.isOver = true;
    await Promise.all([honest.stop(), ...others]);
    for (const problem of logProblems(this.service.logs())) problems.add(problem);
    for (const { text, pdf } of honest.delivered.filter((_, index) => index % 20 === 0)) {
      if (!pdfText(pdf).includes(text)) problems.add('an honest caller got another document');
    }
    for (const one of honest.sent.filter(({ begun, ended }) => ended - begun > SLOWEST_MS)) {
      const [second, took] = [Math.round((one.begun - begun) / 1_000), Math.round(one.ended - one.begun)];
      problems.add(`an honest request of second ${second} took ${took} ms: ${this.story(one.text)}`);
    }
    const times = honest.sent.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN);
    return {
      honest: { sent: times.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1), failures: honest.errors() },
      hostile: this.answered,
      peaks: this.peaks,
      problems: [...problems],
    };
  }

  /** Returns the log lines of both apps about a request. */
  private story(requestId: string): string {
    const lines = this.service.logs().split('\n');
    const own = lines.filter((line) => line.includes(`"requestId":"${requestId}"`));
    return own
      .map((line) => line.replace(/"(service|pid|method|endpoint|accountId|tokenId|requestId)":("[^"]*"|\d+),?/g, ''))
      .join(' ');
  }

  private async hostileClient(kind: string, body: string): Promise<void> {
    this.answered[kind] ??= {};
    while (!this.isOver) {
      const answer = await this.service.call(PDF, { token: this.hostileToken, body }).catch(() => undefined);
      count(this.answered[kind], codeOf(answer));
      await sleep(HOSTILE_PAUSE_MS);
    }
  }

  private async look(): Promise<void> {
    const { gateway, workers, redis } = this.service;
    while (!this.isOver) {
      const chromium = workers.flatMap(({ pid }) => descendantsOf(pid)).map(({ pid }) => residentMiB(pid));
      this.peak('gateway', residentMiB(gateway.pid));
      this.peak('worker', Math.max(...workers.map(({ pid }) => residentMiB(pid))));
      this.peak(
        'chromium',
        chromium.reduce((sum, mebibytes) => sum + mebibytes, 0),
      );
      const info = String(await redis.command('INFO', 'memory'));
      this.peak('redis', Number(/used_memory_peak:(\d+)/.exec(info)?.[1]) / MEBIBYTE);
      await sleep(LOOK_EVERY_MS);
    }
  }

  private peak(part: keyof NeighbourReport['peaks'], mebibytes: number): void {
    this.peaks[part] = Math.max(this.peaks[part], Math.round(mebibytes));
  }
}

const codeOf = (answer: Answer | undefined): string =>
  answer === undefined ? 'no answer' : (answer.headers.get('x-error-code') ?? String(answer.status));

/** Returns the resident memory of a process; 0 when it has ended. */
const residentMiB = (pid: number): number => residentBytes(pid) / MEBIBYTE;
