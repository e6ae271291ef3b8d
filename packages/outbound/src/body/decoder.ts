import { Transform, type TransformCallback } from 'node:stream';
import { type ContentCoding, openDecoder } from './content-coding.js';
import { BodyTooLarge, BodyUndecodable } from './faults.js';

/**
 * Undoes one coding and lets no more than a limit through. No data at all decode to none: servers that compress
 * everything label their empty bodies, too.
 */
export class Decoder extends Transform {
  private inner: Transform | undefined;
  private isInnerDone = false;
  private bytes = 0;

  constructor(
    private readonly coding: ContentCoding,
    private readonly limit: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.isInnerDone) {
      done(); // what follows the compressed data is not part of the body
      return;
    }
    this.inner ??= this.open(chunk[0] ?? 0);
    this.inner.write(chunk, () => done());
  }

  override _flush(done: TransformCallback): void {
    if (this.inner === undefined || this.isInnerDone) {
      done();
      return;
    }
    this.inner.once('end', () => done());
    this.inner.end();
  }

  override _read(size: number): void {
    this.inner?.resume();
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.inner?.destroy();
    done(error);
  }

  private open(firstByte: number): Transform {
    return openDecoder(this.coding, firstByte)
      .on('data', (chunk: Buffer) => this.pass(chunk))
      .on('end', () => {
        this.isInnerDone = true;
      })
      .on('error', (cause) => this.destroy(new BodyUndecodable(`the body is not ${this.coding}`, { cause })));
  }

  private pass(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.destroy(new BodyTooLarge());
    else if (!this.push(chunk)) this.inner?.pause();
  }
}
