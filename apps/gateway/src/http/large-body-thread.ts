/** The thread in which large bodies are parsed and checked, see `large-bodies.ts`. */
import { parentPort } from 'node:worker_threads';
import * as contract from '@toolpress/contract';
import { fieldsPassedOn, type JsonObject, ServiceError, validate } from '@toolpress/contract';
import type Joi from 'joi';
import type { BodyOrder, BodyReply } from './large-bodies.js';
import { parseJson } from './parse-json.js';

parentPort?.on('message', (order: BodyOrder) => parentPort?.postMessage(replyTo(order)));

function replyTo({ id, shape: name, bytes }: BodyOrder): BodyReply {
  try {
    const shape = (contract as unknown as Record<string, Joi.ObjectSchema<JsonObject>>)[name];
    if (shape === undefined) throw new Error(`the contract has no ${name}`);
    const fields: Record<string, unknown> = { ...validate(shape, parseJson(bytes), 'body') };
    const raw: Record<string, string> = {};
    for (const field of fieldsPassedOn(shape)) {
      if (fields[field] === undefined) continue;
      raw[field] = JSON.stringify(fields[field]);
      delete fields[field];
    }
    return { id, fields, raw };
  } catch (error) {
    return error instanceof ServiceError ? { id, refusal: error.toData() } : { id, fault: String(error) };
  }
}
