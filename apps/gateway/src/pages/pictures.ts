/** The pictures of the pages: `docs/images/*.webp`. Their paths have hashes of the contents, so that browsers keep them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Router } from 'express';
import { note } from '../api/request-log.js';
import { type Fixed, fixed, sendImmutable } from './fixed.js';

export interface Picture {
  /** The path at the service. */
  readonly src: string;
  /** The size in pixels. */
  readonly width: number;
  readonly height: number;
}

const FOLDER = new URL('../../../../docs/images/', import.meta.url);

const read = (name: string): Picture & { content: Fixed } => {
  const bytes = readFileSync(new URL(name, FOLDER));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const src = `/pictures/${name.replace('.webp', '')}-${hash}.webp`;
  return { src, ...sizeOf(bytes, name), content: fixed(bytes, 'image/webp') };
};

/** The pictures by the names of their files. */
export const PICTURES: ReadonlyMap<string, Picture & { content: Fixed }> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => [name, read(name)]),
);

/** Returns a picture of `docs/images`. @param name without `.webp`. @throws Error when there is none. */
export function picture(name: string): Picture {
  const found = PICTURES.get(`${name}.webp`);
  if (found === undefined) throw new Error(`There is no docs/images/${name}.webp; \`npm run pictures\` makes it.`);
  return found;
}

export function servePictures(router: Router): void {
  for (const { src, content } of PICTURES.values()) {
    router.get(src, (request, response) => {
      note(request, { endpoint: 'GET /pictures' });
      sendImmutable(request, response, content);
    });
  }
}

/** Reads the size from the head of a lossy WebP, which browsers make of screenshots. @throws Error for another file. */
function sizeOf(bytes: Buffer, name: string): { width: number; height: number } {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  throw new Error(`docs/images/${name} is not a lossy WebP.`);
}
