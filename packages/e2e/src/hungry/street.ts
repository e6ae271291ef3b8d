/** A service with one worker, four honest neighbours and senders of hostile inputs: what the neighbours notice of these. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes, TestService } from '@toolpress/testkit';
import { type Entry, MIB, type Way } from './catalog/entry.js';
import { accounts, invoices, type Probe, worstOf } from './probes.js';
import { createSender, type Prepared, prepare, type Sender, type Sent, saveVariables } from './ways.js';

const PAGES = '4';
/** The default of the service. That of test services is longer. */
const DEADLINE_MS = '60000';
const NEIGHBOURS = 4;
const SENDERS = 3;
const WARM_ROUNDS = 20;
/** The times in which neighbours are alone: after the start, and before each entry. */
const FIRST_QUIET_MS = 5_000;
const QUIET_MS = 1_500;
/** The time after the last hostile answer in which requests still count. */
const AFTER_MS = 300;
/** The longest time after which the service must serve as before. */
const RECOVERS_MS = 6_000;
const LOOK_MS = 100;

/** The largest delays of neighbours beyond the quiet service, in milliseconds. */
export const GOALS = { one: 1_000, many: 3_000 } as const;
const MANY = 20;

interface Memory {
  readonly before: number;
  readonly peak: number;
}

/** What was seen while an entry was sent in one way. */
export interface Report {
  readonly name: string;
  readonly aimsAt: string;
  readonly way: Way;
  readonly requests: number;
  readonly bytes: number;
  /** The hostile answers with their numbers. */
  readonly answers: Readonly<Record<string, number>>;
  readonly message: string;
  readonly seconds: number;
  readonly quietMs: number;
  readonly neighboursMs: number;
  readonly accountQuietMs: number;
  readonly accountMs: number;
  /** The honest answers that were wrong, with their numbers. */
  readonly failed: Readonly<Record<string, number>>;
  readonly restarts: { readonly gateway: number; readonly worker: number };
  /** The memory of the main processes in MiB. */
  readonly gateway: Memory;
  readonly worker: Memory;
  /** The longest time for which this program itself did not run, in milliseconds: other load of the machine. */
  readonly ownMs: number;
  /** Whether the service had to be killed, because it did not serve again. */
  readonly isKilled: boolean;
  /** What the goal forbids. */
  readonly faults: readonly string[];
}

export interface Asked {
  readonly way: Way;
  /** Twenty requests at the same time from three accounts, or one. */
  readonly isMany?: boolean;
  /** The longest time until the hostile answer. */
  readonly limitMs: number;
  readonly size?: number | undefined;
}

/** The requests of an entry differ, so that no result is cached. */
let salt = 0;

export class Street {
  private readonly restarts = { gateway: 0, worker: 0 };
  private readonly peak = { gateway: 0, worker: 0 };
  private isOver = false;
  private firstQuiet = { neighbours: 0, account: 0 };
  private readonly loop = monitorEventLoopDelay({ resolution: 10 });
  private readonly looking: NodeJS.Timeout;

  private constructor(
    readonly service: TestService,
    private readonly senders: readonly Sender[],
    private readonly neighbours: readonly Probe[],
    private readonly account: Probe,
  ) {
    this.watchGateway();
    this.watchWorker();
    this.loop.enable();
    this.looking = setInterval(() => this.look(), LOOK_MS);
  }

  static async start(): Promise<Street> {
    const env = { RENDER_CONCURRENCY: PAGES, RENDER_DEADLINE_MS: DEADLINE_MS, LOG_LEVEL: 'info', COMPAT: 'gotenberg' };
    const service = await TestService.start({ env });
    const tokens: string[] = [];
    for (let index = 0; index <= NEIGHBOURS; index++) tokens.push((await service.createAccount(`n${index}`)).token);
    const senders: Sender[] = [];
    for (let index = 0; index < SENDERS; index++) senders.push(await createSender(service, `s${index}`));
    const body = { html: '<p>[[a]]', data: { a: 1 } };
    for (let round = 0; round < WARM_ROUNDS; round++) await service.call('/api/utilities/html-to-pdf', { body });
    const [reader = '', ...printing] = tokens;
    const neighbours = printing.map((token) => invoices(service, token));
    const street = new Street(service, senders, neighbours, accounts(service, reader));
    await sleep(FIRST_QUIET_MS / 2);
    street.firstQuiet = await street.quiet(FIRST_QUIET_MS / 2);
    return street;
  }

  /** Sends an entry beside the neighbours. */
  async send(entry: Entry, { way, isMany = false, limitMs, size }: Asked): Promise<Report> {
    const senders = isMany ? Array.from({ length: MANY }, (_, at) => this.senders[at % SENDERS]) : [this.senders[0]];
    if (entry.variables) for (const sender of this.senders) await saveVariables(this.service, sender, entry);
    const prepared: Prepared[] = [];
    for (const sender of senders)
      if (sender) prepared.push(await prepare(this.service, entry, { way, sender, salt: salt++, size }));
    await sleep(LOOK_MS);
    const quiet = await this.quiet(QUIET_MS);
    const before = this.held();
    Object.assign(this.peak, before);
    const restarted = { ...this.restarts };
    this.loop.reset();
    const begun = performance.now();
    const sent = await Promise.all(prepared.map((one) => sentWithin(one, limitMs)));
    const seconds = (performance.now() - begun) / 1_000;
    await sleep(AFTER_MS);
    const isKilled = !(await this.recovers());
    const worst = worstOf(this.neighbours, begun);
    const read = worstOf([this.account], begun);
    const report = {
      name: entry.name,
      aimsAt: entry.aimsAt,
      way,
      requests: prepared.length,
      bytes: prepared[0]?.bytes ?? 0,
      answers: counted(sent.map(({ answer }) => answer)),
      message: sent[0]?.message.slice(0, 300) ?? '',
      seconds,
      quietMs: quiet.neighbours,
      neighboursMs: worst.ms,
      accountQuietMs: quiet.account,
      accountMs: read.ms,
      failed: counted([...worst.failed, ...read.failed]),
      restarts: {
        gateway: this.restarts.gateway - restarted.gateway,
        worker: this.restarts.worker - restarted.worker,
      },
      gateway: { before: before.gateway, peak: this.peak.gateway },
      worker: { before: before.worker, peak: this.peak.worker },
      ownMs: Math.round(this.loop.max / 1e6),
      isKilled,
    };
    return { ...report, faults: faultsOf(report, entry, isMany) };
  }

  /** Kills all processes: one that is busy with a hostile input may not end by itself. */
  async stop(): Promise<void> {
    this.isOver = true;
    clearInterval(this.looking);
    this.loop.disable();
    const { gateway, workers } = this.service;
    await Promise.all([gateway, ...workers].map((process) => process.end('SIGKILL')));
    await Promise.all([...this.neighbours, this.account].map((probe) => probe.stop()));
    await this.service.stop();
  }

  /** Measures the neighbours when nothing else is sent; a quiet service is as slow as it was at any time. */
  private async quiet(ms: number): Promise<{ neighbours: number; account: number }> {
    const begun = performance.now();
    await sleep(ms);
    const worst = { neighbours: worstOf(this.neighbours, begun).ms, account: worstOf([this.account], begun).ms };
    for (const probe of [...this.neighbours, this.account]) probe.forget(begun);
    return {
      neighbours: Math.max(worst.neighbours, this.firstQuiet.neighbours),
      account: Math.max(worst.account, this.firstQuiet.account),
    };
  }

  private async recovers(): Promise<boolean> {
    const begun = performance.now();
    const all = [...this.neighbours, this.account];
    while (performance.now() - begun < RECOVERS_MS) {
      if (all.every((probe) => probe.isAnsweredSince(begun))) return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  /** Starts a process again when it ends, as a supervisor would. */
  private watchGateway(): void {
    void this.service.gateway.ended.then(async () => {
      if (this.isOver) return;
      this.restarts.gateway += 1;
      await this.service.restartGateway().catch(() => undefined);
      this.watchGateway();
    });
  }

  private watchWorker(): void {
    void this.service.workers.at(-1)?.ended.then(async () => {
      if (this.isOver) return;
      this.restarts.worker += 1;
      await this.service.addWorker().catch(() => undefined);
      this.watchWorker();
    });
  }

  private held(): { gateway: number; worker: number } {
    const { gateway, workers } = this.service;
    const [ofGateway = 0, ofWorker = 0] = [gateway.pid, workers.at(-1)?.pid ?? 0].map((pid) =>
      Math.round(residentBytes(pid) / MIB),
    );
    return { gateway: ofGateway, worker: ofWorker };
  }

  private look(): void {
    const { gateway, worker } = this.held();
    this.peak.gateway = Math.max(this.peak.gateway, gateway);
    this.peak.worker = Math.max(this.peak.worker, worker);
  }
}

/** Sends a request, and gives it up after this time. */
async function sentWithin(prepared: Prepared, limitMs: number): Promise<Sent> {
  const late = AbortSignal.timeout(limitMs);
  return prepared.send(late).catch((error: unknown) => ({
    answer: late.aborted ? `no answer in ${Math.round(limitMs / 1_000)} s` : 'broken',
    message: late.aborted ? '' : String((error as Error).cause ?? error),
  }));
}

function counted(all: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** The service has failed, or did not answer in time. */
const FAULTY = /^(?:500|502|broken|no answer|(?:failed|200) internal)/;
/** Answers to too many requests at a time. */
const BUSY = /^(?:429|503 (?:queue_full|overloaded))/;

function faultsOf(report: Omit<Report, 'faults'>, { answers: right }: Entry, isMany: boolean): string[] {
  const { quietMs, neighboursMs, accountQuietMs, accountMs, failed, restarts, answers, isKilled } = report;
  const goal = isMany ? GOALS.many : GOALS.one;
  const wrong = Object.keys(answers).filter((one) =>
    right === undefined || report.way !== 'call' ? FAULTY.test(one) : !right.includes(one) && !BUSY.test(one),
  );
  return [
    ...(neighboursMs - quietMs > goal ? [`neighbours waited ${neighboursMs - quietMs} ms longer`] : []),
    ...(accountMs - accountQuietMs > goal ? [`GET /api/account took ${accountMs - accountQuietMs} ms longer`] : []),
    ...Object.entries(failed).map(([answer, count]) => `${count} honest requests were answered ${answer}`),
    ...Object.entries(restarts).flatMap(([app, count]) => (count > 0 ? [`a ${app} ended ${count} times`] : [])),
    ...wrong.map((answer) => `answered ${answer}`),
    ...(isKilled ? ['did not serve again'] : []),
  ];
}
