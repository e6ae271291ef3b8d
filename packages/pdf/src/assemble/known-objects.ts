/** Writes objects that rows share once: fonts, images, colour profiles. */
import { createHash, webcrypto } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { type ObjectWriter, runAsync } from '../file/pack.js';
import type { PackedObject } from '../file/packed-object.js';

/** The size in bytes from which another thread computes the digest. */
const LONG_STREAM_BYTES = 256 * 1024;
/** The time in milliseconds after which other tasks of the process get their turn. */
const YIELD_INTERVAL_MS = 8;
/** The number of objects to remember, at some 100 bytes each. Beyond that, equal objects are written again. */
const MAX_KNOWN = 500_000;

export class KnownObjects {
  private readonly known = new Map<string, number>();
  private nullNumber: number | undefined;
  private startedAt = performance.now();

  constructor(readonly output: ObjectWriter) {}

  /** @param content has references to the output's objects. @returns the number of an equal object, written now or before. */
  async objectFor(content: PackedObject): Promise<number> {
    const key = await keyOf(content);
    const equal = this.known.get(key);
    if (equal !== undefined) return equal;
    const object = this.output.reserve();
    if (this.known.size < MAX_KNOWN) this.known.set(key, object);
    await this.write(object, content);
    return object;
  }

  async write(object: number, content: PackedObject): Promise<void> {
    if (content.stream === undefined) await runAsync(this.output.write(object, content.text));
    else this.output.writeStream(object, content);
  }

  /** Writes an object that is not a stream. @returns its number. */
  async add(text: string): Promise<number> {
    const object = this.output.reserve();
    await this.write(object, { text });
    return object;
  }

  /** Lets other tasks of the process run from time to time. */
  async yieldTurn(): Promise<void> {
    if (performance.now() - this.startedAt < YIELD_INTERVAL_MS) return;
    await immediate();
    this.startedAt = performance.now();
  }

  /** @returns the number of an object that replaces missing ones. */
  async nullObject(): Promise<number> {
    this.nullNumber ??= await this.add('null');
    return this.nullNumber;
  }
}

/** @returns the first 128 bits of SHA-256, as 16 characters. */
async function keyOf({ text, stream }: PackedObject): Promise<string> {
  const digest = createHash('sha256')
    .update(text, 'latin1')
    .update(stream === undefined ? '-' : '+');
  if (stream !== undefined) {
    if (stream.length > LONG_STREAM_BYTES)
      digest.update(new Uint8Array(await webcrypto.subtle.digest('SHA-256', stream)));
    else digest.update(stream);
  }
  return digest.digest().toString('latin1', 0, 16);
}
