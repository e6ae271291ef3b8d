/**
 * Large bodies, of requests to us and of answers to ours, are read in a thread of their own: a hundred thousand members take the
 * parser a tenth of a second, in which nobody else would be answered. What comes back is quick to take over: short texts, and
 * in UTF-8 what is only passed on. The thread has one body at a time, and accounts take turns at it.
 */
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { type ErrorData, RawJson, ServiceError } from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import type Joi from 'joi';
import { Turns } from './turns.js';

/** What the thread is asked: to check the body of a request, or to decode that of a target's answer. */
export type BodyOrder = { id: string; bytes: Uint8Array } & (
  | { /** The name of the shape in the contract. */ shape: string }
  | { headers: OutboundResponse['headers'] }
);

/** The value of a field that is passed on, see `RawJson`. */
export interface PassedOn {
  json: Uint8Array<ArrayBuffer>;
  sizeBytes: number;
}

/** What it answers: a body, its fields that are passed on apart; or why not. */
export type BodyReply = { id: string } & (
  | { fields: Record<string, unknown>; raw: Record<string, PassedOn> }
  | { refusal: ErrorData }
  | { fault: string }
);

/** What is smaller is parsed and checked in a few milliseconds. */
export const LARGE_BYTES = 256 * 1024;

type Settle = (reply: BodyReply) => void;

/** Whose body it is, and what ends the waiting for a turn: the caller's hanging up. */
export interface TurnTaker {
  account: string;
  signal?: AbortSignal;
}

export class LargeBodies {
  private thread: Worker | undefined;
  private readonly waiting = new Map<string, Settle>();
  private readonly turns = new Turns();

  /**
   * @param shape one of the contract's own.
   * @returns the body, checked. @throws ServiceError as parsing and validation do.
   */
  async read(bytes: Buffer, shape: Joi.ObjectSchema, whose: TurnTaker): Promise<unknown> {
    return this.ask({ id: randomUUID(), shape: nameOf(shape), bytes }, whose);
  }

  /** As `decodeBody`, with a body that is only passed on. */
  async decode(
    { headers, body }: Pick<OutboundResponse, 'headers' | 'body'>,
    whose: TurnTaker,
  ): Promise<DecodedBody<RawJson>> {
    return (await this.ask({ id: randomUUID(), headers, bytes: body }, whose)) as unknown as DecodedBody<RawJson>;
  }

  async close(): Promise<void> {
    await this.thread?.terminate();
  }

  private async ask(order: BodyOrder, { account, signal }: TurnTaker): Promise<Record<string, unknown>> {
    const reply = await this.turns.run(account, () => this.replyTo(order), signal);
    if ('refusal' in reply) throw ServiceError.fromData(reply.refusal);
    if ('fault' in reply) throw new Error(reply.fault);
    const raw = Object.entries(reply.raw).map(([name, { json, sizeBytes }]) => [name, new RawJson(json, sizeBytes)]);
    return { ...reply.fields, ...Object.fromEntries(raw) };
  }

  private replyTo(order: BodyOrder): Promise<BodyReply> {
    return new Promise((settle) => {
      this.waiting.set(order.id, settle);
      const { buffer, byteLength } = order.bytes;
      // Handed over where it is, unless it is a part of something larger.
      const handed = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
      this.running().postMessage(order, handed);
    });
  }

  private running(): Worker {
    if (this.thread !== undefined) return this.thread;
    const thread = new Worker(new URL('./large-body-thread.js', import.meta.url));
    thread.unref();
    thread.on('message', (reply: BodyReply) => this.settle(reply));
    let fault = 'the thread for large bodies ended';
    thread.on('error', (error) => {
      fault = String(error); // such as no memory left; `exit` follows
    });
    thread.on('exit', () => this.lose(fault));
    this.thread = thread;
    return thread;
  }

  private settle(reply: BodyReply): void {
    this.waiting.get(reply.id)?.(reply);
    this.waiting.delete(reply.id);
  }

  /** Whatever is waited for was asked of the thread that has ended: the next one is started by the next order. */
  private lose(fault: string): void {
    this.thread = undefined;
    for (const id of [...this.waiting.keys()]) this.settle({ id, fault });
  }
}

function nameOf(shape: Joi.ObjectSchema): string {
  const [name] = Object.entries(contract).find(([, exported]) => exported === shape) ?? [];
  if (name === undefined) throw new Error('a body’s shape has to be one of the contract’s own');
  return name;
}
