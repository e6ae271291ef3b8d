/** The thread in which large bodies are parsed and checked, see `large-bodies.ts`. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { type JsonObject, ServiceError, validate, withoutPassedOn } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound';
import type Joi from 'joi';
import { readFontFile } from '../accounts/fonts/font-file.js';
import { countJson, MAX_JSON_VALUES, parseJson } from './json.js';
import type { BodyResult, BodyTask, PassedOn } from './large-bodies.js';

/** The gateway's own thread, which has many callers, goes first. Elsewhere than on Linux this would be said of the process. */
const NICE = 5;
if (process.platform === 'linux' && getPriority() < NICE) setPriority(NICE);

parentPort?.on('message', (task: BodyTask) => {
  const result = resultOf(task);
  // Transferred, not copied.
  const transferred = 'raw' in result ? Object.values(result.raw).map(({ json }) => json.buffer) : [];
  parentPort?.postMessage(result, transferred);
});

const utf8 = new TextEncoder();

function resultOf(task: BodyTask): BodyResult {
  try {
    if ('isFont' in task) return { fields: { ...readFontFile(bufferOf(task.bytes)) }, raw: {} };
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
