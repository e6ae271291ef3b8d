/** Honest requests that are repeated, and how long their answers took. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '@toolpress/testkit';

const PDF = '/api/utilities/html-to-pdf';
const PAUSE_MS = 20;
/** The longest wait for an answer. */
const HANGS_AFTER_MS = 90_000;

interface Asked {
  readonly begun: number;
  ended?: number;
  /** `ok`, or what was answered instead. */
  answer?: string;
}

export interface Worst {
  /** The longest time of an answer; for one that is awaited, the time so far. */
  readonly ms: number;
  readonly answered: number;
  /** The wrong answers. */
  readonly failed: readonly string[];
}

/** Repeats one request until it is stopped, each after the answer to the one before. */
export class Probe {
  private asked: Asked[] = [];
  private isOver = false;
  private readonly stopped = new AbortController();
  private readonly running: Promise<void>;

  /** @param ask sends the request, and returns `ok` or what was answered instead. */
  constructor(private readonly ask: (signal: AbortSignal) => Promise<string>) {
    this.running = this.repeat();
  }

  /** Returns the worst of the requests that were not answered before this time. */
  worstSince(begin: number): Worst {
    const now = performance.now();
    const all = this.asked.filter(({ ended = now }) => ended >= begin);
    const done = all.filter(({ ended }) => ended !== undefined);
    return {
      ms: Math.round(Math.max(0, ...all.map(({ begun, ended = now }) => ended - begun))),
      answered: done.length,
      failed: done.flatMap(({ answer = '' }) => (answer === 'ok' ? [] : [answer])),
    };
  }

  /** Returns whether a request that was sent after this time is answered. */
  isAnsweredSince(begin: number): boolean {
    return this.asked.some(({ begun, answer }) => begun >= begin && answer === 'ok');
  }

  /** Forgets the requests that were answered before this time. */
  forget(begin: number): void {
    this.asked = this.asked.filter(({ ended = begin }) => ended >= begin);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.stopped.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    while (!this.isOver) {
      const one: Asked = { begun: performance.now() };
      this.asked.push(one);
      const late = AbortSignal.timeout(HANGS_AFTER_MS);
      const answer = await this.ask(AbortSignal.any([late, this.stopped.signal])).catch(() => 'no answer');
      Object.assign(one, { ended: performance.now(), answer });
      await sleep(PAUSE_MS);
    }
  }
}

const ROWS = 12;
const CSS = 'body { font: 10pt sans-serif } table { width: 100% } td:last-child { text-align: right }';
const HTML =
  '<html lang="en"><title>Invoice</title><h1>Invoice [[number]]</h1><table>[[#each items]]<tr><td>[[name]]<td>[[net | money: "EUR"]][[/each]]</table><p>Total [[items | sum: "net" | money: "EUR"]]';

/** Prints a small invoice. Each has another number. */
export function invoices(service: TestService, token: string): Probe {
  let number = 0;
  return new Probe(async (signal) => {
    number += 1;
    const items = Array.from({ length: ROWS }, (_, index) => ({ name: `Item ${index}`, net: `${index + number}.50` }));
    const body = { html: HTML, css: CSS, data: { number, items } };
    const { status, headers } = await service.call(PDF, { token, body, signal });
    return status === 200 ? 'ok' : `${status} ${headers.get('x-error-code') ?? ''}`.trim();
  });
}

/** Reads the account. */
export const accounts = (service: TestService, token: string): Probe =>
  new Probe(async (signal) => {
    const { status } = await service.call('/api/account', { token, signal });
    return status === 200 ? 'ok' : String(status);
  });

/** Returns the worst of several. */
export function worstOf(probes: readonly Probe[], begin: number): Worst {
  const all = probes.map((probe) => probe.worstSince(begin));
  return {
    ms: Math.max(...all.map(({ ms }) => ms)),
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    failed: all.flatMap(({ failed }) => failed),
  };
}
