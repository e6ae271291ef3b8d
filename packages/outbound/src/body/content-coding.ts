/** Content codings (RFC 9110, section 8.4): how the body of an answer is compressed. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

const BIG_CHUNKS = { chunkSize: 64 * 1024 };

/** How each coding is undone. `deflate` means the zlib format, yet some servers send the raw one: the first byte tells. */
const DECODERS = {
  gzip: () => createGunzip(BIG_CHUNKS),
  deflate: (firstByte: number) => ((firstByte & 0x0f) === 8 ? createInflate(BIG_CHUNKS) : createInflateRaw(BIG_CHUNKS)),
  br: () => createBrotliDecompress(BIG_CHUNKS),
} as const satisfies Record<string, (firstByte: number) => Transform>;
export type ContentCoding = keyof typeof DECODERS;

/** What a request asks for unless its caller does: exactly what can be undone. */
export const ACCEPTED_CODINGS = Object.keys(DECODERS).join(', ');

const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip', 'x-deflate': 'deflate' };
const isContentCoding = (name: string): name is ContentCoding => Object.hasOwn(DECODERS, name);

/**
 * @param header the value of `Content-Encoding`.
 * @returns the codings in the order in which they were applied; undefined when one of them is not known here, so that the
 *   body has to stay as it came.
 */
export function contentCodings(header: string | undefined): readonly ContentCoding[] | undefined {
  const names = (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name))
    .filter((name) => name !== '' && name !== 'identity');
  return names.every(isContentCoding) ? names : undefined;
}

/** @param firstByte of the data to decode. @returns a stream that fails on data that are broken or cut off. */
export const openDecoder = (coding: ContentCoding, firstByte: number): Transform => DECODERS[coding](firstByte);
