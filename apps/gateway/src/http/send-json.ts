/** JSON on its way out: what is long goes piece by piece, so that nobody else waits while it is made. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { jsonParts, RawJson } from '@toolpress/contract';
import { piecesOf } from '@toolpress/runtime';
import type { Response } from 'express';

/** Made and written within a millisecond. */
const PIECE = 192 * 1024;

/** A caller who takes nothing of a long answer for so long has gone, for all we know; its memory is for others. */
const STALLED_MS = 30_000;

/** Bytes that stand in an answer as a text of base64. */
export class Base64 extends RawJson {
  constructor(readonly bytes: Buffer) {
    super('', 4 * Math.ceil(bytes.length / 3) + 2);
  }
}

/** @param value that may have `RawJson` in it. */
export async function sendJson(response: Response, value: unknown): Promise<void> {
  const parts = jsonParts(value);
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  response.set('Content-Length', String(length));
  if (length > PIECE) {
    response.setTimeout(STALLED_MS, () => response.destroy());
    await pipeline(Readable.from(paced(bytesOf(parts))), response);
  } else response.end(Buffer.concat([...bytesOf(parts)]));
}

function lengthOf(part: string | RawJson): number {
  if (part instanceof Base64) return part.sizeBytes;
  return Buffer.byteLength(part instanceof RawJson ? part.content : part);
}

/** Others have their turn after each piece, however fast the caller takes them. */
async function* paced(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await turn();
  }
}

function* bytesOf(parts: readonly (string | RawJson)[]): Generator<Buffer> {
  for (const part of parts) {
    const content = part instanceof RawJson ? part.content : part;
    if (part instanceof Base64) yield* base64Of(part);
    else if (typeof content !== 'string') yield* cut(content);
    else for (const piece of piecesOf(content)) yield Buffer.from(piece);
  }
}

function* cut(bytes: Uint8Array): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield Buffer.from(bytes.subarray(from, from + PIECE));
}

function* base64Of({ bytes }: Base64): Generator<Buffer> {
  yield QUOTE;
  // A multiple of three bytes is one of four letters: the pieces follow each other without a seam.
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield Buffer.from(bytes.toString('base64', from, from + PIECE), 'latin1');
  }
  yield QUOTE;
}

const QUOTE = Buffer.from('"');
