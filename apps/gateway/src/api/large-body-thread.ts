/** A thread that parses and validates large bodies, see `large-bodies.ts`. */
import * as contract from '@toolpress/contract';
import { type JsonObject, ServiceError, validate, withoutPassedOn } from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound';
import { Moved } from '@toolpress/runtime/peer';
import { type ServedTask, serveTasks } from '@toolpress/runtime/serve-tasks';
import type Joi from 'joi';
import { countJson, MAX_JSON_VALUES, parseJson } from './json.js';
import type { BodyResult, BodyTask, CalledFunction, PassedOn } from './large-bodies.js';

const utf8 = new TextEncoder();

serveTasks(async ({ task }: ServedTask<BodyTask>) => {
  if ('module' in task) return { fields: await called(task), raw: {} } satisfies BodyResult;
  const { fields, passed } = 'shape' in task ? checked(task) : decoded(task);
  const raw = [...passed].map(([name, value]): [string, PassedOn] => {
    const json = utf8.encode(JSON.stringify(value));
    return [name, { json, sizeBytes: typeof value === 'string' ? Buffer.byteLength(value) : json.length }];
  });
  const result: BodyResult = { fields, raw: Object.fromEntries(raw) };
  return new Moved(result, ...raw.map(([, { json }]) => json));
});

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
