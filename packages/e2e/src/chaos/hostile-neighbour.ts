/**
 * An account whose small requests want much, beside honest callers of another account on the same service: what the honest
 * ones notice of it, and what the processes hold meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, descendantsOf, pdfText, residentBytes, TestService } from '@toolpress/testkit';

const PDF = '/api/utilities/html-to-pdf';
const MEBIBYTE = 1024 * 1024;
const HONEST_CLIENTS = 4;
/** Of each kind of hostile request. */
const HOSTILE_CLIENTS = 4;
/** Between two requests of an honest client, and of a hostile one. */
const HONEST_PAUSE_MS = 100;
const HOSTILE_PAUSE_MS = 20;
const LOOK_EVERY_MS = 250;
/** No honest request may take longer. */
const SLOWEST_MS = 3_000;
/** The documents come from somewhere else than the pages: two for each core, as a worker has by default. */
const PAGES = '4';

/** Saved by the hostile account; a request of a kilobyte names them all. */
const VARIABLES = 60;

/** Noise is drawn as pictures that can't be compressed: 20 MiB for each of them. */
const NOISE = `<svg width="700" height="1000">${Array.from(
  { length: 20 },
  (_, index) =>
    `<filter id="f${index}" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.${index + 70}" numOctaves="1" seed="${index}"/></filter><rect width="700" height="1000" filter="url(#f${index})"/>`,
).join('')}</svg>`;

const PAGE_BREAK = '<p style="break-after:page">x</p>';

/** What each kind sends: its name in the report, and the request's body. */
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
  /** Requests of the honest callers. */
  honest: { sent: number; slowestMs: number; p95Ms: number; medianMs: number; failures: Record<string, number> };
  /** How each kind of hostile request was answered: counts by error code, `200` and `no answer`. */
  hostile: Record<string, Record<string, number>>;
  /** The most that was held at a moment, MiB. */
  peaks: { gateway: number; worker: number; redis: number; chromium: number };
  /** Whatever must never happen, in words. */
  problems: string[];
}

/** @param seconds how long both go on. */
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
  private readonly times: number[] = [];
  private readonly failures: Record<string, number> = {};
  private readonly answered: NeighbourReport['hostile'] = {};
  private readonly peaks = { gateway: 0, worker: 0, redis: 0, chromium: 0 };
  private readonly problems = new Set<string>();
  private readonly begun = performance.now();
  /** Ids of requests that took too long. */
  private readonly late = new Map<string, string>();
  private isOver = false;

  constructor(
    private readonly service: TestService,
    private readonly hostileToken: string,
  ) {}

  async run(lengthMs: number): Promise<NeighbourReport> {
    for (const app of [this.service.gateway, ...this.service.workers]) {
      void app.ended.then((code) => this.isOver || this.problems.add(`a process ended with ${code}`));
    }
    const clients = [
      ...Array.from({ length: HONEST_CLIENTS }, (_, index) => this.honestClient(index)),
      ...Object.entries(HOSTILE).flatMap(([kind, body]) =>
        Array.from({ length: HOSTILE_CLIENTS }, () => this.hostileClient(kind, JSON.stringify(body()))),
      ),
      this.look(),
    ];
    await sleep(lengthMs);
    this.isOver = true;
    await Promise.all(clients);
    for (const line of this.service.logs().split('\n')) {
      if (/"level":"(error|fatal)"/.test(line)) this.problems.add(`in the log: ${line.slice(0, 300)}`);
    }
    for (const [id, problem] of this.late) this.problems.add(`${problem}: ${this.story(id)}`);
    const times = this.times.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN);
    return {
      honest: { sent: times.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1), failures: this.failures },
      hostile: this.answered,
      peaks: this.peaks,
      problems: [...this.problems],
    };
  }

  private async honestClient(client: number): Promise<void> {
    for (let round = 0; !this.isOver; round++) {
      const text = `honest-${client}-${round}`;
      const begun = performance.now();
      const answer = await this.service
        .call(PDF, { body: { html: `<h1>Invoice</h1><p>${text}</p>` }, headers: { 'x-request-id': text } })
        .catch(() => undefined);
      const took = performance.now() - begun;
      this.times.push(took);
      if (took > SLOWEST_MS) {
        const seconds = Math.round((begun - this.begun) / 1_000);
        this.late.set(text, `an honest request of second ${seconds} took ${Math.round(took)} ms`);
      }
      if (answer?.status !== 200) count(this.failures, codeOf(answer));
      else if (round % 20 === 0 && !pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64')).includes(text)) {
        this.problems.add('an honest caller got another document');
      }
      await sleep(HONEST_PAUSE_MS);
    }
  }

  /** What the logs of both apps say of a request. */
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

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

const codeOf = (answer: Answer | undefined): string =>
  answer === undefined ? 'no answer' : (answer.headers.get('x-error-code') ?? String(answer.status));

/** The resident memory of a process; 0 when it has ended. */
const residentMiB = (pid: number): number => residentBytes(pid) / MEBIBYTE;
