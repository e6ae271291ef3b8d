/**
 * Reads texts of callers in threads: large request bodies and answers of targets, forms, long templates, fonts. A hundred thousand members
 * take the parser a tenth of a second, in which the main thread could not serve other requests. A thread returns short strings, and UTF-8 for
 * fields that are only forwarded. It reads one text at a time, accounts share the threads fairly, and one that exceeds its limits is ended.
 */
import * as contract from '@toolpress/contract';
import {
  ManyObjects,
  RawJson,
  ServiceError,
  validate,
  type WithRaw,
  withWritten,
  writtenFields,
} from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import { FairQueue, Moved, TaskEnded, ThreadPool } from '@toolpress/runtime';
import type Joi from 'joi';
import { parseJson, textOf } from './json.js';
import { type BodyTask, type Called, countUnlessLarge } from './large-body-tasks.js';

/** The number of objects from which bodies are validated in the thread. Each takes a tenth of a millisecond. */
const MANY_OBJECTS = 100;

/** The number of threads that read at a time. */
const THREADS = 2;
/** The limits of a thread's JavaScript heap and of its young generation, in MiB. */
const HEAP_MB = 512;
const YOUNG_MB = 32;
/** The limits of processor time in milliseconds: for any text, for each MiB, and for the largest. */
const CPU_MS = 2_000;
const CPU_MS_PER_MIB = 800;
const MAX_CPU_MS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** The account of a text, and the signal that ends the wait for the thread. */
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
    const counts = countUnlessLarge(bytes);
    if (counts === undefined) return this.read(bytes, shape, source, owner);
    const value = parseJson(bytes, counts, { keepsNumbersIn: writtenFields(shape) });
    const checked = await this.check(value, shape, source, owner, () => bytes);
    return withWritten(shape, checked as object, () => textOf(bytes));
  }

  /**
   * Validates a value that is not large, in a thread if it has many objects.
   *
   * @param source as in `readAny`. @param json returns the value as JSON.
   */
  async check(
    value: unknown,
    shape: Joi.ObjectSchema,
    source: string,
    owner: BodyOwner,
    json: () => Buffer = () => Buffer.from(JSON.stringify(value)),
  ): Promise<unknown> {
    try {
      return validate(shape, value, source, { mostObjects: MANY_OBJECTS });
    } catch (error) {
      if (error instanceof ManyObjects) return this.read(json(), shape, source, owner);
      throw error;
    }
  }

  /**
   * Parses and validates a body in the thread.
   *
   * @param shape a shape that the contract exports.
   * @param source as in `readAny`.
   * @returns the validated body. @throws ServiceError as parsing and validation do.
   */
  async read(bytes: Buffer, shape: Joi.ObjectSchema, source: string, owner: BodyOwner): Promise<unknown> {
    return this.run({ shape: nameOf(shape), source, bytes }, bytes.length, owner);
  }

  /** Decodes a target's answer as `decodeBody` does. The body is forwarded unparsed. */
  async decode(
    { headers, body }: Pick<OutboundResponse, 'headers' | 'body'>,
    owner: BodyOwner,
  ): Promise<DecodedBody<RawJson>> {
    return (await this.run({ headers, bytes: body }, body.length, owner)) as DecodedBody<RawJson>;
  }

  /**
   * Calls a function in the thread.
   *
   * @param args may be `Moved`.
   * @param sizeBytes the size of the text that the function reads.
   * @throws what the function throws.
   */
  async call<Args extends readonly unknown[], Result>(
    { module, name }: Called<Args, Result>,
    args: { [Index in keyof Args]: Args[Index] | Moved },
    sizeBytes: number,
    owner: BodyOwner,
  ): Promise<Result> {
    return (await this.run({ module, name, args }, sizeBytes, owner)) as Result;
  }

  close(): void {
    this.threads.close();
  }

  private async run(task: BodyTask, sizeBytes: number, { account, signal }: BodyOwner): Promise<unknown> {
    return restored(await this.queue.run(account, () => this.resultOf(task, sizeBytes), signal));
  }

  private async resultOf(task: BodyTask, sizeBytes: number): Promise<WithRaw> {
    const cpuMs = Math.min(MAX_CPU_MS, CPU_MS + (sizeBytes / MEBIBYTE) * CPU_MS_PER_MIB);
    try {
      const options = { calls: () => ({}), cpuMs, remainingMs: undefined };
      return await this.threads.use((thread) => thread.run<WithRaw>(moved(task), options));
    } catch (error) {
      if (!(error instanceof TaskEnded) || error.end === 'crashed') throw error;
      const limit = error.end === 'memory' ? 'memory' : 'processor time';
      throw new ServiceError('document_too_complex', `Reading the body takes too much ${limit}; make it simpler.`);
    }
  }
}

/** Moves the bytes of a task to the thread. */
function moved(task: BodyTask): Moved {
  if ('bytes' in task) return new Moved(task, task.bytes);
  const args = task.args.map((arg) => (arg instanceof Moved ? arg.value : arg));
  const bytes = task.args.flatMap((arg) => (arg instanceof Moved && arg.value instanceof Uint8Array ? arg.value : []));
  return new Moved({ ...task, args }, ...bytes);
}

/** Returns a value from a thread. `RawJson` has arrived as an object without its class. */
function restored({ value, raw }: WithRaw): unknown {
  for (const path of raw) {
    const name = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((at, key) => at[key] as Parts, value as Parts);
    const { content, sizeBytes, names } = parent[name] as RawJson;
    parent[name] = new RawJson(content, sizeBytes, names);
  }
  return value;
}

type Parts = Record<string, unknown>;

function nameOf(shape: Joi.ObjectSchema): string {
  const [name] = Object.entries(contract).find(([, exported]) => exported === shape) ?? [];
  if (name === undefined) throw new Error('the schema of a body must be exported by the contract');
  return name;
}
