/** The texts whose glyphs a font's features replace, read from its tables (OpenType, `cmap` and `GSUB`). */
import { tablesOf } from '@toolpress/document/font-tables';

/** A text and the feature that replaces its glyphs. */
export interface Probe {
  feature: string;
  text: string;
}

/** Features that browsers apply themselves, in place of `font-feature-settings`, and those for other scripts. */
const LEFT_OUT = new Set([
  'aalt',
  'ccmp',
  'locl',
  'rlig',
  'init',
  'medi',
  'fina',
  'isol',
  'mark',
  'mkmk',
  'rvrn',
  'rclt',
]);
/** Characters without a place or direction of their own, private ones, replaced objects, and those that run from right to left. */
const NO_TEXT = /[\p{M}\p{C}\p{Z}\u{fffc}\u0590-\u08ff\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns a text for each character in each feature, and for each ligature. */
export function probesOf(file: Buffer): Probe[] {
  const { tables } = tablesOf(file);
  const characters = charactersOf(tables.get('cmap') ?? Buffer.of());
  const substitutions = tables.get('GSUB');
  const probes = [...new Set(characters.values())].map((text): Probe => ({ feature: 'kern', text }));
  if (substitutions === undefined) return probes;
  const seen = new Set<string>();
  for (const [feature, glyphs] of inputsOf(substitutions)) {
    if (LEFT_OUT.has(feature)) continue;
    const texts = glyphs.map((glyph) => characters.get(glyph));
    if (texts.includes(undefined)) continue;
    const text = texts.join('');
    if (seen.has(`${feature} ${text}`)) continue;
    seen.add(`${feature} ${text}`);
    probes.push({ feature, text });
  }
  return probes;
}

/** Returns a character for each glyph. */
function charactersOf(cmap: Buffer): Map<number, string> {
  const characters = new Map<number, string>();
  const add = (code: number, glyph: number): void => {
    const text = String.fromCodePoint(code);
    if (glyph !== 0 && !characters.has(glyph) && !NO_TEXT.test(text)) characters.set(glyph, text);
  };
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
    const format = table.readUInt16BE(0);
    if (format === 12)
      for (let group = 0; group < table.readUInt32BE(12); group++) {
        const at = 16 + 12 * group;
        const [first, last, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)];
        for (let code = first; code <= last; code++) add(code, glyph + code - first);
      }
    if (format !== 4) continue;
    const size = table.readUInt16BE(6);
    for (let at = 14; at < 14 + size; at += 2) {
      const [last, first] = [table.readUInt16BE(at), table.readUInt16BE(at + size + 2)];
      const [delta, offset] = [table.readUInt16BE(at + 2 * size + 2), table.readUInt16BE(at + 3 * size + 2)];
      for (let code = first; code <= last && code < 0xffff; code++) {
        const place = at + 3 * size + 2 + offset + 2 * (code - first);
        const glyph = offset === 0 ? code : table.readUInt16BE(place);
        add(code, glyph === 0 ? 0 : (glyph + delta) & 0xffff);
      }
    }
  }
  return characters;
}

/** Finds the glyphs that substitutions begin with: one, or those of a ligature. */
function* inputsOf(table: Buffer): Generator<[feature: string, glyphs: number[]]> {
  const features = table.subarray(table.readUInt16BE(6));
  const lookups = table.subarray(table.readUInt16BE(8));
  for (let index = 0; index < features.readUInt16BE(0); index++) {
    const at = 2 + 6 * index;
    const feature = features.subarray(features.readUInt16BE(at + 4));
    for (const lookup of shorts(feature, 2, feature.readUInt16BE(2)).map((one) => shorts(lookups, 0, one + 1).at(-1)))
      if (lookup !== undefined)
        for (const glyphs of inputsOfLookup(lookups.subarray(lookup)))
          yield [features.toString('latin1', at, at + 4), glyphs];
  }
}

const [LIGATURE, CONTEXT, CHAINED, EXTENSION] = [4, 5, 6, 7];

function* inputsOfLookup(lookup: Buffer): Generator<number[]> {
  for (const offset of shorts(lookup, 4, lookup.readUInt16BE(4))) {
    let [type, table] = [lookup.readUInt16BE(0), lookup.subarray(offset)];
    if (type === EXTENSION) [type, table] = [table.readUInt16BE(2), table.subarray(table.readUInt32BE(4))];
    if (type === CONTEXT || type === CHAINED) continue;
    const covered = coverage(table.subarray(table.readUInt16BE(2)));
    if (type !== LIGATURE) for (const glyph of covered) yield [glyph];
    else
      for (const [index, set] of shorts(table, 4, table.readUInt16BE(4)).entries())
        for (const at of shorts(table.subarray(set), 0, table.readUInt16BE(set))) {
          const ligature = table.subarray(set + at);
          yield [covered[index] ?? 0, ...shorts(ligature, 2, ligature.readUInt16BE(2) - 1)];
        }
  }
}

function coverage(table: Buffer): number[] {
  const count = table.readUInt16BE(2);
  if (table.readUInt16BE(0) === 1) return shorts(table, 2, count);
  return Array.from({ length: count }, (_, index) => 4 + 6 * index).flatMap((at) => {
    const first = table.readUInt16BE(at);
    return Array.from({ length: table.readUInt16BE(at + 2) - first + 1 }, (_, glyph) => first + glyph);
  });
}

/** Returns the numbers behind a count that is at an offset. */
const shorts = (table: Buffer, offset: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => table.readUInt16BE(offset + 2 + 2 * index));
