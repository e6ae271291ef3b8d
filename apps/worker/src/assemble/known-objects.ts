/** Objects that are written once, however many rows have equal ones: fonts, pictures, colour profiles. */
import { createHash, webcrypto } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import type { PackedObject } from '../pdf/packed-object.js';
import type { PdfStream } from './pdf-stream.js';

/** Longer ones are summed up by another thread. */
const LONG = 256 * 1024;
/** How long others of this process wait, milliseconds. */
const AT_ONCE_MS = 8;
/** As many are known at most: some 100 bytes each. Beyond that, equal ones are written again. */
const MOST = 500_000;

export class KnownObjects {
  private readonly known = new Map<string, number>();
  private none: number | undefined;
  private begunAt = performance.now();

  constructor(readonly output: PdfStream) {}

  /** @param content its references as of the output. @returns the object that is equal to it, written now or before. */
  async objectFor(content: PackedObject): Promise<number> {
    const key = await keyOf(content);
    const equal = this.known.get(key);
    if (equal !== undefined) return equal;
    const object = this.output.reserve();
    if (this.known.size < MOST) this.known.set(key, object);
    await this.write(object, content);
    return object;
  }

  async write(object: number, { text, stream }: PackedObject): Promise<void> {
    if (stream === undefined) await this.output.write(object, text);
    else this.output.writeStream(object, text, stream);
  }

  /** Rows take their time: others of this process have their turn in between. */
  async pause(): Promise<void> {
    if (performance.now() - this.begunAt < AT_ONCE_MS) return;
    await breath();
    this.begunAt = performance.now();
  }

  /** What stands for an object that there is not. */
  async nothing(): Promise<number> {
    this.none ??= await this.output.add('null');
    return this.none;
  }
}

/** 128 bits of SHA-256, as text of so many bytes. */
async function keyOf({ text, stream }: PackedObject): Promise<string> {
  const digest = createHash('sha256')
    .update(text, 'latin1')
    .update(stream === undefined ? '-' : '+');
  if (stream !== undefined) {
    if (stream.length > LONG) digest.update(new Uint8Array(await webcrypto.subtle.digest('SHA-256', stream)));
    else digest.update(stream);
  }
  return digest.digest().toString('latin1', 0, 16);
}
