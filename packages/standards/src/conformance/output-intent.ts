/** Declares the colour space of a PDF (ISO 19005-2, 6.2.3): sRGB, which Chromium writes as DeviceRGB. */

import { deflateSync } from 'node:zlib';
import { listOf, type PdfEdit, textString } from '@toolpress/pdf/edit';

const SRGB = 'sRGB IEC61966-2.1';

export function addOutputIntent(edit: PdfEdit): void {
  const profile = edit.add({
    value: new Map([
      ['N', '3'],
      ['Filter', '/FlateDecode'],
      ['Length', String(PROFILE.length)],
    ]),
    stream: PROFILE,
  });
  const intent = new Map([
    ['Type', '/OutputIntent'],
    ['S', '/GTS_PDFA1'],
    ['OutputConditionIdentifier', textString(SRGB)],
    ['Info', textString(SRGB)],
  ]);
  edit.catalog.set('OutputIntents', [
    ...listOf(edit.follow(edit.catalog.get('OutputIntents'))),
    new Map<string, typeof profile | string>([...intent, ['DestOutputProfile', profile]]),
  ]);
}

/** Fixed-point numbers with 16 fractional bits. */
const fixed = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65_536), 4 * index);
  return bytes;
};
const word = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};
const tag = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat([Buffer.from(type), word(0), ...parts]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
};
const inEnglish = (text: string): Buffer =>
  tag('mluc', word(1, 12), Buffer.from('enUS'), word(2 * text.length, 28), Buffer.from(text, 'utf16le').swap16());

/** D50, the white point in which profiles are expressed. */
const WHITE = [0.9642, 1, 0.8249] as const;

/**
 * Builds an ICC profile (ICC.1:2004-10, version 4.2) from the numbers that define sRGB (IEC 61966-2-1): its primaries, adapted from D65 to
 * D50 by Bradford's matrix, and its curve as the parameters of a function.
 */
function srgbProfile(): Buffer {
  const curve = tag('para', word(3 << 16), fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045));
  const tags: [string, Buffer][] = [
    ['desc', inEnglish(SRGB)],
    ['cprt', inEnglish('No copyright, use freely')],
    ['wtpt', tag('XYZ ', fixed(...WHITE))],
    ['chad', tag('sf32', fixed(1.04791, 0.02293, -0.0502, 0.0296, 0.99046, -0.01707, -0.00925, 0.01506, 0.75179))],
    ['rXYZ', tag('XYZ ', fixed(0.43607, 0.22249, 0.01392))],
    ['gXYZ', tag('XYZ ', fixed(0.38515, 0.71687, 0.09708))],
    ['bXYZ', tag('XYZ ', fixed(0.14307, 0.06061, 0.7141))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const start = 128 + 4 + 12 * tags.length;
  const contents = [...new Set(tags.map(([, content]) => content))];
  const offsetOf = (content: Buffer): number =>
    contents.slice(0, contents.indexOf(content)).reduce((offset, { length }) => offset + length, start);
  const body = Buffer.concat(contents);
  const header = Buffer.alloc(128);
  header.writeUInt32BE(start + body.length, 0);
  header.writeUInt32BE(0x04200000, 8);
  header.write('mntrRGB XYZ ', 12);
  for (const [index, part] of [2026, 1, 1].entries()) header.writeUInt16BE(part, 24 + 2 * index); // date of creation
  header.write('acsp', 36);
  fixed(...WHITE).copy(header, 68);
  const table = tags.map(([name, content]) =>
    Buffer.concat([Buffer.from(name), word(offsetOf(content), content.length)]),
  );
  return Buffer.concat([header, word(tags.length), ...table, body]);
}

const PROFILE = deflateSync(srgbProfile());
