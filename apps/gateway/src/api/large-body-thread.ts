/** The thread that parses and validates large bodies, see `large-bodies.ts`. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { type JsonObject, ServiceError, validate, withoutPassedOn } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound';
import type Joi from 'joi';
import { countJson, MAX_JSON_VALUES, parseJson } from './json.js';
import type { BodyResult, BodyTask, CalledFunction, PassedOn } from './large-bodies.js';

/** The thread's niceness: the main thread has priority. Set on Linux only, because other systems apply it to the whole process. */
const NICE = 5;
if (process.platform === 'linux' && getPriority() < NICE) setPriority(NICE);

parentPort?.on('message', async (task: BodyTask) => {
  const result = await resultOf(task);
  // Transfer the buffers instead of copying them.
  const transferred = 'raw' in result ? Object.values(result.raw).map(({ json }) => json.buffer) : [];
  parentPort?.postMessage(result, transferred);
});

const utf8 = new TextEncoder();

async function resultOf(task: BodyTask): Promise<BodyResult> {
  try {
    if ('module' in task) return { fields: await called(task), raw: {} };
    const { fields, passed } = 'shape' in task ? checked(task) : decoded(task);
    const raw = [...passed].map(([name, value]): [string, PassedOn] => {
      const json = utf8.encode(JSON.stringify(value));
      return [name, { json, sizeBytes: typeof value === 'string' ? Buffer.byteLength(value) : json.length }];
    });
    return { fields, raw: Object.fromEntries(raw) };
  } catch (error) {
    return error instanceof ServiceError ? { error: error.toData() } : { fault: String(error) };
  }
}

function checked({ shape: name, bytes }: Extract<BodyTask, { shape: string }>) {
  const shape = (contract as unknown as Record<string, Joi.ObjectSchema<JsonObject>>)[name];
  if (shape === undefined) throw new Error(`the contract has no ${name}`);
  const counts = countJson(bytes);
  if (counts.values > MAX_JSON_VALUES) throw tooManyValues();
  return withoutPassedOn(shape, validate(shape, parseJson(bytes, counts), 'body'));
}

async function called({ module, name, bytes }: Extract<BodyTask, CalledFunction>): Promise<Record<string, unknown>> {
  const functions = (await import(module)) as Record<string, (bytes: Buffer) => Record<string, unknown>>;
  const work = functions[name];
  if (work === undefined) throw new Error(`${module} has no function ${name}`);
  return { ...work(bufferOf(bytes)) };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const tooManyValues = (): ServiceError =>
  new ServiceError(
    'body_too_large',
    `The request body has more than ${MAX_JSON_VALUES.toLocaleString('en')} names and values.`,
  );

function decoded({ headers, bytes }: Extract<BodyTask, { headers: object }>) {
  const { body, ...fields } = decodeBody({ headers, body: bufferOf(bytes) });
  return { fields, passed: new Map<string, unknown>([['body', body]]) };
}
