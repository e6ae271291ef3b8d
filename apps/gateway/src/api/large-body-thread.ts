/** A thread that reads texts of callers, see `large-bodies.ts`. */
import * as contract from '@toolpress/contract';
import {
  type JsonObject,
  passOn,
  RawJson,
  rawOf,
  ServiceError,
  validate,
  WithRaw,
  withWritten,
  writtenFields,
} from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound/decode-body';
import { Moved } from '@toolpress/runtime/peer';
import { type ServedTask, serveTasks } from '@toolpress/runtime/serve-tasks';
import type Joi from 'joi';
import { countJson, MAX_JSON_VALUES, parseJson, textOf } from './json.js';
import type { BodyTask } from './large-body-tasks.js';

serveTasks(async ({ task }: ServedTask<BodyTask>) => {
  const { value, raw } = await resultOf(task);
  return new Moved({ value, raw } satisfies WithRaw, ...raw.flatMap((path) => bytesAt(value, path)));
});

async function resultOf(task: BodyTask): Promise<WithRaw> {
  if ('shape' in task) return checked(task);
  if ('headers' in task) return decoded(task);
  const functions = (await import(task.module)) as Record<string, (...args: readonly unknown[]) => unknown>;
  const work = functions[task.name];
  if (work === undefined) throw new Error(`${task.module} has no function ${task.name}`);
  const result = await work(...task.args);
  return result instanceof WithRaw ? result : new WithRaw(result, []);
}

function checked({ shape: name, source, bytes }: Extract<BodyTask, { shape: string }>): WithRaw {
  const shape = (contract as unknown as Record<string, Joi.ObjectSchema<JsonObject>>)[name];
  if (shape === undefined) throw new Error(`the contract has no ${name}`);
  const counts = countJson(bytes);
  if (counts.values > MAX_JSON_VALUES) throw tooManyValues();
  const value = validate(shape, parseJson(bytes, counts, { keepsNumbersIn: writtenFields(shape) }), source);
  return passOn(
    shape,
    withWritten(shape, value, () => textOf(bytes)),
  );
}

const tooManyValues = (): ServiceError =>
  new ServiceError(
    'body_too_large',
    `The request body has more than ${MAX_JSON_VALUES.toLocaleString('en')} names and values.`,
  );

function decoded({ headers, bytes }: Extract<BodyTask, { headers: object }>): WithRaw {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { body: value, ...fields } = decodeBody({ headers, body });
  const raw = value instanceof RawJson ? new RawJson(new TextEncoder().encode(String(value.content))) : rawOf(value);
  return new WithRaw({ ...fields, body: raw }, [['body']]);
}

/** Returns the content of a `RawJson`. */
function bytesAt(value: unknown, path: readonly string[]): Uint8Array[] {
  const part = path.reduce((at, name) => (at as Record<string, unknown>)[name], value);
  return part instanceof RawJson && typeof part.content !== 'string' ? [part.content] : [];
}
