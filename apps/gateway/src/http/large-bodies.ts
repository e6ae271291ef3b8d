/**
 * Large bodies, of requests to us and of answers to ours, and fonts are read in a thread of their own: a hundred thousand members take the
 * parser a tenth of a second, in which no other request would be answered. What comes back is quick to take over: short texts, and
 * in UTF-8 what is only passed on. The thread has one body at a time, and accounts share it fairly.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { type ErrorData, RawJson, ServiceError } from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import { FairQueue } from '@toolpress/runtime';
import type Joi from 'joi';
import type { FontFile } from '../accounts/fonts/font-file.js';

/** What the thread is to do: check the body of a request, decode that of a target's answer, or read a font. */
export type BodyTask = { bytes: Uint8Array } & (
  | { /** The name of the shape in the contract. */ shape: string }
  | { headers: OutboundResponse['headers'] }
  | { isFont: true }
);

/** The value of a field that is passed on, see `RawJson`. */
export interface PassedOn {
  json: Uint8Array<ArrayBuffer>;
  sizeBytes: number;
}

/** What it answers: a body, its fields that are passed on apart; or an error of the caller's, or one of ours. */
export type BodyResult =
  | { fields: Record<string, unknown>; raw: Record<string, PassedOn> }
  | { error: ErrorData }
  | { fault: string };

/** What is smaller is parsed and checked in a few milliseconds. */
export const LARGE_BYTES = 256 * 1024;

/** Whose body it is; the signal ends the waiting for the thread. */
export interface BodyOwner {
  account: string;
  signal?: AbortSignal;
}

export class LargeBodies {
  private thread: Worker | undefined;
  private readonly queue = new FairQueue();

  /**
   * @param shape one of the contract's own.
   * @returns the body, checked. @throws ServiceError as parsing and validation do.
   */
  async read(bytes: Buffer, shape: Joi.ObjectSchema, owner: BodyOwner): Promise<unknown> {
    return this.run({ shape: nameOf(shape), bytes }, owner);
  }

  /** As `decodeBody`, with a body that is only passed on. */
  async decode(
    { headers, body }: Pick<OutboundResponse, 'headers' | 'body'>,
    owner: BodyOwner,
  ): Promise<DecodedBody<RawJson>> {
    return (await this.run({ headers, bytes: body }, owner)) as unknown as DecodedBody<RawJson>;
  }

  /** As `readFontFile`. */
  async font(base64: string, owner: BodyOwner): Promise<FontFile> {
    return (await this.run({ isFont: true, bytes: Buffer.from(base64) }, owner)) as unknown as FontFile;
  }

  async close(): Promise<void> {
    await this.thread?.terminate();
  }

  private async run(task: BodyTask, { account, signal }: BodyOwner): Promise<Record<string, unknown>> {
    const result = await this.queue.run(account, () => this.resultOf(task), signal);
    if ('error' in result) throw ServiceError.fromData(result.error);
    if ('fault' in result) throw new Error(result.fault);
    const raw = Object.entries(result.raw).map(([name, { json, sizeBytes }]) => [name, new RawJson(json, sizeBytes)]);
    return { ...result.fields, ...Object.fromEntries(raw) };
  }

  /** The queue lets one task run at a time, so the thread's next message is its result. */
  private async resultOf(task: BodyTask): Promise<BodyResult> {
    this.thread ??= this.startThread();
    const { thread } = this;
    const ended = new AbortController();
    const onExit = (): void => ended.abort();
    thread.once('exit', onExit);
    try {
      const { buffer, byteLength } = task.bytes;
      // Transferred, unless it is a part of something larger.
      thread.postMessage(task, buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []);
      const [result] = await once(thread, 'message', { signal: ended.signal });
      return result as BodyResult;
    } catch (error) {
      return { fault: ended.signal.aborted ? 'the thread for large bodies ended' : String(error) };
    } finally {
      thread.off('exit', onExit);
    }
  }

  private startThread(): Worker {
    const thread = new Worker(new URL('./large-body-thread.js', import.meta.url));
    thread.unref();
    // The next task starts another one.
    const forget = (): void => {
      if (this.thread === thread) this.thread = undefined;
    };
    return thread.on('error', forget).on('exit', forget); // an error, such as no memory left, ends it
  }
}

function nameOf(shape: Joi.ObjectSchema): string {
  const [name] = Object.entries(contract).find(([, exported]) => exported === shape) ?? [];
  if (name === undefined) throw new Error('a body’s shape has to be one of the contract’s own');
  return name;
}
