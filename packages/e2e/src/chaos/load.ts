/** Clients that request documents in a loop, each with its own text, and record the answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '@toolpress/testkit';
import { eventually } from '@toolpress/testkit';

const PDF = '/api/utilities/html-to-pdf';
/** The pause after a request without an answer. */
const RETRY_PAUSE_MS = 100;

export const BROKEN = 'connection broken';
export const HANG = 'no answer';

export type Counts = Record<string, number>;

export function count(counts: Counts, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

export interface Delivered {
  text: string;
  pdf: Buffer;
  /** The download link and the signed link. */
  links: readonly string[];
}

export interface Sent {
  /** The text of the document, also the request id. */
  text: string;
  begun: number;
  ended: number;
  /** `ok`, an error code, `connection broken` or `no answer`. */
  outcome: string;
}

/**
 * Half of the clients send an idempotency key and repeat requests without an answer, as careful clients do. The other half continue with
 * their next document.
 */
export class Load {
  readonly sent: Sent[] = [];
  readonly delivered: Delivered[] = [];
  /** Requests without a key and without an answer, which may or may not be charged. */
  unknown = 0;
  /** The number of requests that are not answered yet. */
  running = 0;
  private stopped = false;
  private readonly clients: Promise<void>[];

  /**
   * @param hangsAfterMs no request may take longer than this, whatever happens
   * @param pauseMs between two requests of a client
   */
  constructor(
    private readonly service: TestService,
    clients: number,
    private readonly hangsAfterMs: number,
    private readonly pauseMs = 10,
  ) {
    this.clients = Array.from({ length: clients }, (_, index) => this.client(index));
  }

  /** Waits for a number of further documents. */
  async more(count: number, withinMs: number): Promise<void> {
    const goal = this.delivered.length + count;
    await eventually(() => {
      if (this.delivered.length < goal) throw new Error(`no ${count} documents within ${withinMs} ms`);
    }, withinMs);
  }

  /** Waits until requests are running. @returns their number. */
  async busy(withinMs: number): Promise<number> {
    await eventually(() => {
      if (this.running === 0) throw new Error('no request is running');
    }, withinMs);
    return this.running;
  }

  /** Waits until every request sent before now is answered, and a request sent after now has succeeded. */
  async recovered(withinMs: number): Promise<void> {
    const now = performance.now();
    await eventually(() => {
      if (!this.sent.some(({ begun, outcome }) => begun > now && outcome === 'ok')) throw new Error('not yet normal');
    }, withinMs);
  }

  /** Returns the number of answers per error code. */
  errors(): Counts {
    const errors: Counts = {};
    for (const { outcome } of this.sent) if (outcome !== 'ok') count(errors, outcome);
    return errors;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async client(index: number): Promise<void> {
    const isCareful = index % 2 === 0;
    for (let round = 0; !this.stopped; round++) {
      const text = `client-${index}-round-${round}`;
      const headers = { 'x-request-id': text, ...(isCareful && { 'idempotency-key': text }) };
      let outcome = await this.request(text, headers);
      while (isCareful && outcome === BROKEN) {
        await sleep(RETRY_PAUSE_MS);
        outcome = await this.request(text, headers);
      }
      if (outcome === BROKEN || outcome === HANG) this.unknown += 1;
      await sleep(outcome === 'ok' ? this.pauseMs : RETRY_PAUSE_MS);
    }
  }

  private async request(text: string, headers: Record<string, string>): Promise<string> {
    const begun = performance.now();
    this.running += 1;
    const outcome = await this.ask(text, headers);
    this.running -= 1;
    this.sent.push({ text, begun, ended: performance.now(), outcome });
    return outcome;
  }

  private async ask(text: string, headers: Record<string, string>): Promise<string> {
    const signal = AbortSignal.timeout(this.hangsAfterMs);
    try {
      const answer = await this.service.call(PDF, { body: { html: `<p>${text}</p>` }, headers, signal });
      if (answer.status !== 200) return answer.headers.get('x-error-code') ?? String(answer.status);
      const { pdf_base64, download_url, signed_url } = answer.body.data as Record<string, string>;
      const links = [download_url ?? '', signed_url ?? ''];
      this.delivered.push({ text, pdf: Buffer.from(pdf_base64 ?? '', 'base64'), links });
      return 'ok';
    } catch {
      return signal.aborted ? HANG : BROKEN;
    }
  }
}
