/** Content codings (RFC 9110, section 8.4): how a response body is compressed. */
import { Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The body, as it came or decompressed, is larger than the limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  /** @param limit in bytes. */
  constructor(readonly limit: number) {
    super();
  }
}

/** The body is not what its `Content-Encoding` says. */
export class BodyUndecodable extends Error {
  override readonly name = 'BodyUndecodable';
}

/** The body is in a coding that can't be undone, but has to be. */
export class CodingUnknown extends Error {
  override readonly name = 'CodingUnknown';
}

/** The connection ended before the body did. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

const BIG_CHUNKS = { chunkSize: 64 * 1024 };

/** The decoder of each coding. `deflate` means the zlib format, but some servers send raw deflate: the first byte shows which. */
const DECODERS = {
  gzip: () => createGunzip(BIG_CHUNKS),
  deflate: (firstByte: number) => ((firstByte & 0x0f) === 8 ? createInflate(BIG_CHUNKS) : createInflateRaw(BIG_CHUNKS)),
  br: () => createBrotliDecompress(BIG_CHUNKS),
} as const satisfies Record<string, (firstByte: number) => Transform>;
export type ContentCoding = keyof typeof DECODERS;

/** The default `Accept-Encoding`: exactly what can be decoded. */
export const ACCEPTED_CODINGS = Object.keys(DECODERS).join(', ');

const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip', 'x-deflate': 'deflate' };
const isContentCoding = (name: string): name is ContentCoding => Object.hasOwn(DECODERS, name);

/**
 * @param header the value of `Content-Encoding`.
 * @returns the codings in the order in which they were applied; undefined when one of them is unknown, so that the body has
 *   to stay as received.
 */
export function contentCodings(header: string | undefined): readonly ContentCoding[] | undefined {
  const names = (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name))
    .filter((name) => name !== '' && name !== 'identity');
  return names.every(isContentCoding) ? names : undefined;
}

/**
 * Decodes one coding, up to a limit. An empty body decodes to an empty one: servers that compress everything label those too.
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
    return DECODERS[this.coding](firstByte)
      .on('data', (chunk: Buffer) => this.pass(chunk))
      .on('end', () => {
        this.isInnerDone = true;
      })
      .on('error', (cause) => this.destroy(new BodyUndecodable(`the body is not ${this.coding}`, { cause })));
  }

  private pass(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.destroy(new BodyTooLarge(this.limit));
    else if (!this.push(chunk)) this.inner?.pause();
  }
}
