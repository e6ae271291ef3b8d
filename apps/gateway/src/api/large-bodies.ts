/**
 * Reads large request bodies, large answers of targets, templates and fonts in threads. A hundred thousand members take the parser a tenth
 * of a second, in which the main thread could not serve other requests. A thread returns short strings, and UTF-8 for fields that are only
 * forwarded. It reads one body at a time, accounts share the threads fairly, and one that exceeds its limits is ended.
 */
import * as contract from '@toolpress/contract';
import { RawJson, ServiceError, validate } from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import { FairQueue, Moved, TaskEnded, ThreadPool } from '@toolpress/runtime';
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

/** The result of a task: a body, with the forwarded fields separate. */
export interface BodyResult {
  fields: Record<string, unknown>;
  raw: Record<string, PassedOn>;
}

/** The size in bytes from which bodies are read in the thread. Smaller ones take a few milliseconds. */
export const LARGE_BYTES = 256 * 1024;

/** The numbers from which they are, too: the validator takes a tenth of a millisecond for an object of many fields. */
const MANY_VALUES = 10_000;
const MANY_OBJECTS = 500;

/** Returns whether JSON is to be read in the thread. */
export const isLarge = ({ length }: Uint8Array, { values, objects }: JsonCounts): boolean =>
  length > LARGE_BYTES || values > MANY_VALUES || objects > MANY_OBJECTS;

/** The number of threads that read at a time. */
const THREADS = 2;
/** The limits of a thread's JavaScript heap and of its young generation, in MiB. */
const HEAP_MB = 512;
const YOUNG_MB = 32;
/** The limits of processor time in milliseconds: for any body, for each MiB, and for the largest. */
const CPU_MS = 2_000;
const CPU_MS_PER_MIB = 800;
const MAX_CPU_MS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** The account of a body, and the signal that ends the wait for the thread. */
export interface BodyOwner {
  account: string;
  signal?: AbortSignal;
}

export class LargeBodies {
  private readonly queue = new FairQueue(undefined, THREADS);
  private readonly threads = new ThreadPool({
    script: new URL('./large-body-thread.js', import.meta.url),
    ...{ heapMb: HEAP_MB, youngMb: YOUNG_MB, most: THREADS },
  });

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

  close(): void {
    this.threads.close();
  }

  private async run(task: BodyTask, { account, signal }: BodyOwner): Promise<Record<string, unknown>> {
    const { fields, raw } = await this.queue.run(account, () => this.resultOf(task), signal);
    const passed = Object.entries(raw).map(([name, { json, sizeBytes }]) => [name, new RawJson(json, sizeBytes)]);
    return { ...fields, ...Object.fromEntries(passed) };
  }

  private async resultOf(task: BodyTask): Promise<BodyResult> {
    const cpuMs = Math.min(MAX_CPU_MS, CPU_MS + (task.bytes.length / MEBIBYTE) * CPU_MS_PER_MIB);
    try {
      const options = { calls: () => ({}), cpuMs, remainingMs: undefined };
      return await this.threads.use((thread) => thread.run<BodyResult>(new Moved(task, task.bytes), options));
    } catch (error) {
      if (!(error instanceof TaskEnded) || error.end === 'crashed') throw error;
      const limit = error.end === 'memory' ? 'memory' : 'processor time';
      throw new ServiceError('document_too_complex', `The body takes too much ${limit} to be read; make it simpler.`);
    }
  }
}

function nameOf(shape: Joi.ObjectSchema): string {
  const [name] = Object.entries(contract).find(([, exported]) => exported === shape) ?? [];
  if (name === undefined) throw new Error('the shape of a body must be exported by the contract');
  return name;
}
