/**
 * Checks whether a background may be part of PDF/A (ISO 19005-2 and -3) and PDF/UA (ISO 14289-1) files. It checks fonts and colours, which
 * decide it for nearly all letterheads. The programs of embedded fonts are not checked.
 */
import { type Conformance, wantsTags } from '@toolpress/contract';
import { type Dictionary, isReference, type PdfObject, type PdfValue } from '../file/read.js';
import { eachOperation, operandsOf } from '../text/content-operations.js';
import { decoded } from '../text/streams.js';
import type { Drawings } from './drawings.js';

/** Faults. Each text continues a sentence that begins with the name of the PDF. */
export interface Faults {
  /** Faults at every level. */
  always: string[];
  /** Faults in PDF/A. */
  inArchives: string[];
  /** Faults where every glyph needs a text: PDF/A level A and PDF/UA. */
  inText: string[];
}

/** The limit of all decoded content streams together, in bytes. */
const MAX_CHECKED = 64 * 1024 * 1024;
const MAX_NAMES = 5;

/** @returns the faults at these levels and how to correct them, or undefined. */
export function faultAt({ always, inArchives, inText }: Faults, levels: readonly Conformance[]): string | undefined {
  const isArchive = levels.some((level) => level.startsWith('pdf/a'));
  const faults = [...always, ...(isArchive ? inArchives : []), ...(wantsTags(levels) ? inText : [])];
  if (faults.length === 0) return undefined;
  return `can’t be used in a PDF that conforms to ${levels.join(' and ')}: it ${faults.join(', and it ')}; save it as PDF/A in RGB, with all fonts embedded`;
}

export function faultsOf({ objects }: Drawings): Faults {
  const follow = (value: PdfValue | undefined): PdfValue | undefined =>
    isReference(value) ? objects.get(value.object)?.value : value;
  const dictionary = (value: PdfValue | undefined): Dictionary => {
    const followed = follow(value);
    return followed instanceof Map ? followed : new Map();
  };
  const fonts = [...objects.values()]
    .map(({ value }) => dictionary(value))
    .filter((one) => one.get('Type') === '/Font');
  const descendantOf = (font: Dictionary): Dictionary => {
    const descendants = follow(font.get('DescendantFonts'));
    return Array.isArray(descendants) ? dictionary(descendants[0]) : font;
  };
  const isEmbedded = (font: Dictionary): boolean =>
    font.get('Subtype') === '/Type3' ||
    [...dictionary(descendantOf(font).get('FontDescriptor')).keys()].some((key) => /^FontFile[23]?$/.test(key));
  const saysText = (font: Dictionary): boolean =>
    font.has('ToUnicode') || /^\/CIDFont/.test(String(font.get('Subtype'))) || isNamed(follow(font.get('Encoding')));
  const glyphs = new Set(fonts.flatMap((font) => [...dictionary(font.get('CharProcs')).values()].map(follow)));
  const content = contentFaults(objects.values(), glyphs);
  const always = named(
    'has fonts that are not embedded',
    fonts.filter((font) => !isEmbedded(font)),
  );
  const inText = named(
    'has fonts that do not say which characters their glyphs are',
    fonts.filter((font) => !saysText(font)),
  );
  return { always, inText, inArchives: content };
}

/** @returns whether the encoding names the glyphs. */
const isNamed = (encoding: PdfValue | undefined): boolean =>
  encoding instanceof Map || /^\/(?:WinAnsi|MacRoman|MacExpert)Encoding$/.test(String(encoding));

function named(fault: string, fonts: readonly Dictionary[]): string[] {
  if (fonts.length === 0) return [];
  const names = [
    ...new Set(fonts.map((font) => String(font.get('BaseFont') ?? 'one without a name').replace(/[^\w+ -]/g, ''))),
  ];
  const more = names.length > MAX_NAMES ? ' and others' : '';
  return [
    `${fault} (${names
      .slice(0, MAX_NAMES)
      .map((name) => name.slice(0, 60))
      .join(', ')}${more})`,
  ];
}

const CMYK = 'has CMYK colours';
const LZW = 'is compressed with LZW, which PDF/A does not allow';

/** @param glyphs dictionaries of streams that draw glyphs. */
function contentFaults(objects: Iterable<PdfObject>, glyphs: ReadonlySet<unknown>): string[] {
  const faults = new Set<string>();
  let left = MAX_CHECKED;
  for (const object of objects) {
    const names = new Set<string>();
    addNames(object.value, names);
    if (names.has('/DeviceCMYK')) faults.add(CMYK);
    if (names.has('/LZWDecode')) faults.add(LZW);
    if (names.has('/JPXDecode')) faults.add('has pictures in JPEG 2000');
    if (!isDrawing(object) && !glyphs.has(object.value)) continue;
    const bytes = decoded(object);
    left -= bytes?.length ?? 0;
    if (bytes === undefined || left < 0) faults.add('has drawings that can’t be checked');
    if (left < 0) break;
    if (bytes !== undefined) addOperatorFaults(bytes, faults);
  }
  return [...faults];
}

/** @returns whether an object is a form or a tiling pattern. `glyphs` has the streams of fonts. */
const isDrawing = ({ value, stream }: PdfObject): boolean =>
  stream !== undefined &&
  value instanceof Map &&
  (value.get('Subtype') === '/Form' || value.get('PatternType') === '1');

/** The operators of ISO 32000-1, annex A. */
const OPERATORS = new Set(
  `b B b* B* BDC EI BMC BT c cm CS cs d d0 d1 Do DP EMC ET f F f* G g gs h i J j K k l m M MP n q Q re RG rg ri s S sc SC scn SCN sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(
    ' ',
  ),
);

function addOperatorFaults(bytes: Buffer, faults: Set<string>): void {
  eachOperation(bytes, (operation) => {
    const { operator } = operation;
    if (!OPERATORS.has(operator)) faults.add('has operators that PDF does not know');
    else if (operator === 'k' || operator === 'K') faults.add(CMYK);
    else if (/^(?:cs|CS|EI)$/.test(operator)) {
      // The operands of an inline image contain its bytes, which may look like anything. Most are cut off by this.
      const operands =
        operandsOf(bytes, operation)
          .slice(0, 1_000)
          .split(/\bID\s/)[0] ?? '';
      if (/\/(?:Device)?CMYK\b/.test(operands)) faults.add(CMYK);
      if (/\/LZW/.test(operands)) faults.add(LZW);
    }
  });
}

function addNames(value: PdfValue, names: Set<string>): void {
  if (typeof value === 'string') names.add(value);
  else if (!isReference(value)) for (const entry of value.values()) addNames(entry, names);
}

/** Entries that PDF/A forbids and readers may ignore: smoothing of images, settings for a printing press. */
const REMOVED_ENTRIES = ['Interpolate', 'TR', 'TR2', 'HT', 'HTP'];

/** @returns the object without what PDF/A forbids. */
export function conforming(object: PdfObject): PdfObject {
  if (!(object.value instanceof Map)) return object;
  return { ...object, value: new Map([...object.value].filter(([key]) => !REMOVED_ENTRIES.includes(key))) };
}
