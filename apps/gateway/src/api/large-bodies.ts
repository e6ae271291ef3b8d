/**
 * Reads large request bodies, large answers of targets, and fonts in a separate thread. A hundred thousand members take the parser a tenth
 * of a second, in which the main thread could not serve other requests. The thread returns short strings, and UTF-8 for fields that are
 * only forwarded. It reads one body at a time, and accounts share it fairly.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { type ErrorData, RawJson, ServiceError, validate } from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import { FairQueue } from '@toolpress/runtime';
import type Joi from 'joi';
import { countJson, type JsonCounts, parseJson } from './json.js';

/** A task of the thread: validate a request body, decode the body of a target's answer, or call a function of a module. */
export type BodyTask = { bytes: Uint8Array } & (
  | { /** The name of the shape in the contract. */ shape: string }
  | { headers: OutboundResponse['headers'] }
  | CalledFunction
);

/** An exported function that takes the bytes as a `Buffer` and returns an object that can be cloned. */
export interface CalledFunction {
  /** The URL of its module. */
  module: string;
  name: string;
}

/** The value of a field that is only forwarded, see `RawJson`. */
export interface PassedOn {
  json: Uint8Array<ArrayBuffer>;
  sizeBytes: number;
}

/** The result of a task: a body, with the forwarded fields separate; a caller's error; or an internal error. */
export type BodyResult =
  | { fields: Record<string, unknown>; raw: Record<string, PassedOn> }
  | { error: ErrorData }
  | { fault: string };

/** The size in bytes from which bodies are read in the thread. Smaller ones take a few milliseconds. */
export const LARGE_BYTES = 256 * 1024;

/** The numbers from which they are, too: the validator takes a tenth of a millisecond for an object of many fields. */
const MANY_VALUES = 10_000;
const MANY_OBJECTS = 500;

/** Returns whether JSON is to be read in the thread. */
export const isLarge = ({ length }: Uint8Array, { values, objects }: JsonCounts): boolean =>
  length > LARGE_BYTES || values > MANY_VALUES || objects > MANY_OBJECTS;

/** The account of a body, and the signal that ends the wait for the thread. */
export interface BodyOwner {
  account: string;
  signal?: AbortSignal;
}

export class LargeBodies {
  private thread: Worker | undefined;
  private readonly queue = new FairQueue();

  /** Parses and validates a body, a small one in this thread. @param source its name in messages. */
  async readAny(bytes: Buffer, shape: Joi.ObjectSchema, source: string, owner: BodyOwner): Promise<unknown> {
    if (bytes.length > LARGE_BYTES) return this.read(bytes, shape, owner);
    const counts = countJson(bytes);
    return isLarge(bytes, counts) ? this.read(bytes, shape, owner) : validate(shape, parseJson(bytes, counts), source);
  }

  /**
   * Parses and validates a body in the thread.
   *
   * @param shape a shape that the contract exports.
   * @returns the validated body. @throws ServiceError as parsing and validation do.
   */
  async read(bytes: Buffer, shape: Joi.ObjectSchema, owner: BodyOwner): Promise<unknown> {
    return this.run({ shape: nameOf(shape), bytes }, owner);
  }

  /** Decodes a target's answer as `decodeBody` does. The body is forwarded unparsed. */
  async decode(
    { headers, body }: Pick<OutboundResponse, 'headers' | 'body'>,
    owner: BodyOwner,
  ): Promise<DecodedBody<RawJson>> {
    return (await this.run({ headers, bytes: body }, owner)) as unknown as DecodedBody<RawJson>;
  }

  /** Calls a function in the thread. @throws what the function throws. */
  async call<Result>(called: CalledFunction, bytes: Buffer, owner: BodyOwner): Promise<Result> {
    return (await this.run({ ...called, bytes }, owner)) as Result;
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
      // Transfer the buffer, unless the bytes are only a part of it.
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
    // The next task starts a new thread.
    const forget = (): void => {
      if (this.thread === thread) this.thread = undefined;
    };
    return thread.on('error', forget).on('exit', forget); // an error, such as a lack of memory, ends the thread
  }
}

function nameOf(shape: Joi.ObjectSchema): string {
  const [name] = Object.entries(contract).find(([, exported]) => exported === shape) ?? [];
  if (name === undefined) throw new Error('the shape of a body must be exported by the contract');
  return name;
}
