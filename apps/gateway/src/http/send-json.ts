/** JSON on its way out: what is long goes piece by piece, so that nobody else waits while it is made. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { jsonParts, RawJson } from '@toolpress/contract';
import { piecesOf } from '@toolpress/runtime';
import type { Response } from 'express';

/** Made and written within a millisecond. */
const PIECE = 192 * 1024;

/** Bytes that stand in an answer as a text of base64. */
export class Base64 extends RawJson {
  constructor(readonly bytes: Buffer) {
    super('');
  }

  override get text(): string {
    return `"${this.bytes.toString('base64')}"`;
  }
}

/** @param value that may have `RawJson` in it. */
export async function sendJson(response: Response, value: unknown): Promise<void> {
  const parts = jsonParts(value);
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  response.set('Content-Length', String(length));
  if (length <= PIECE) {
    response.end(Buffer.concat(parts.flatMap((part) => [...bytesOf(part)])));
    return;
  }
  for (const part of parts) {
    for (const piece of bytesOf(part)) {
      if (response.destroyed) return;
      if (response.write(piece)) await turn();
      else await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  }
  response.end();
}

function lengthOf(part: string | RawJson): number {
  if (part instanceof Base64) return 4 * Math.ceil(part.bytes.length / 3) + 2;
  return Buffer.byteLength(part instanceof RawJson ? part.text : part);
}

function* bytesOf(part: string | RawJson): Generator<Buffer> {
  if (part instanceof Base64) {
    yield QUOTE;
    // A multiple of three bytes is one of four letters: the pieces follow each other without a seam.
    for (let from = 0; from < part.bytes.length; from += PIECE) {
      yield Buffer.from(part.bytes.toString('base64', from, from + PIECE), 'latin1');
    }
    yield QUOTE;
    return;
  }
  for (const piece of piecesOf(part instanceof RawJson ? part.text : part)) yield Buffer.from(piece);
}

const QUOTE = Buffer.from('"');
