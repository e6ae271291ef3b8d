/**
 * The fonts of scripts that text fonts lack. Chromium's own fallback knows neither whether a text is bold nor whether it has serifs:
 * it would print most scripts in one face, and make it bold by itself. So documents with these scripts name them last.
 */
import { type FontFallback, hasCharacters } from '../policy/font-fallback.js';

interface ScriptFonts {
  /** The first and last characters. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** PostScript names, without the style. */
  readonly sans: string;
  readonly serif: string;
}

const script = (name: string, ...ranges: [first: number, last: number][]): ScriptFonts => ({
  ranges,
  sans: `NotoSans${name}`,
  serif: `NotoSerif${name}`,
});
/** Scripts without a face with serifs. */
const sansOnly = (name: string, ...ranges: [first: number, last: number][]): ScriptFonts => ({
  ranges,
  sans: `NotoSans${name}`,
  serif: `NotoSans${name}`,
});

const SCRIPTS: readonly ScriptFonts[] = [
  {
    ...script('Arabic', [0x600, 0x6ff], [0x750, 0x77f], [0x8a0, 0x8ff], [0xfb50, 0xfdff], [0xfe70, 0xfefc]),
    serif: 'NotoNaskhArabic',
  },
  script('Hebrew', [0x590, 0x5ff], [0xfb1d, 0xfb4f]),
  script('Armenian', [0x530, 0x58f], [0xfb13, 0xfb17]),
  script('Georgian', [0x10a0, 0x10ff], [0x1c90, 0x1cbf], [0x2d00, 0x2d2f]),
  script('Lao', [0xe80, 0xeff]),
  script('Thai', [0xe00, 0xe7f]),
  script('Khmer', [0x1780, 0x17ff], [0x19e0, 0x19ff]),
  sansOnly('Myanmar', [0x1000, 0x109f], [0xa9e0, 0xa9ff], [0xaa60, 0xaa7f]),
  script('Devanagari', [0x900, 0x97f], [0xa8e0, 0xa8ff]),
  script('Bengali', [0x980, 0x9ff]),
  script('Tamil', [0xb80, 0xbff]),
  script('Telugu', [0xc00, 0xc7f]),
  script('Kannada', [0xc80, 0xcff]),
  script('Malayalam', [0xd00, 0xd7f]),
  script('Gujarati', [0xa80, 0xaff]),
  script('Gurmukhi', [0xa00, 0xa7f]),
  sansOnly('Oriya', [0xb00, 0xb7f]),
  script('Sinhala', [0xd80, 0xdff]),
  { ...script('Tibetan', [0xf00, 0xfff]), sans: 'NotoSerifTibetan' },
  script('Ethiopic', [0x1200, 0x139f], [0x2d80, 0x2ddf], [0xab00, 0xab2f]),
  sansOnly('Thaana', [0x780, 0x7bf]),
  sansOnly('Cherokee', [0x13a0, 0x13ff], [0xab70, 0xabbf]),
  sansOnly('Javanese', [0xa980, 0xa9df]),
  sansOnly('Balinese', [0x1b00, 0x1b7f]),
  sansOnly('Cham', [0xaa00, 0xaa5f]),
  sansOnly('CanadianAboriginal', [0x1400, 0x167f], [0x18b0, 0x18ff]),
  sansOnly('OlChiki', [0x1c50, 0x1c7f]),
];

const [SERIF, SANS] = ['toolpress-serif', 'toolpress-sans'];
/** Chromium makes bold text from a weight of 600. */
const STYLES = { Regular: '1 599', Bold: '600 1000' };

const hexadecimal = (code: number): string => code.toString(16);

/**
 * Returns the style sheet of the scripts that a document may have; empty if it has none. The families of a document without any are
 * the browser's.
 */
export function scriptFaces(fonts: FontFallback): string {
  const found = SCRIPTS.filter(({ ranges }) => ranges.some((range) => hasCharacters(fonts, ...range)));
  if (found.length === 0) return '';
  const faces = found.flatMap(({ ranges, sans, serif }) => {
    const unicodes = ranges.map((range) => `U+${range.map(hexadecimal).join('-')}`).join(',');
    return Object.entries(STYLES).flatMap(([style, weight]) =>
      [
        [SANS, sans],
        [SERIF, serif],
      ].map(
        ([family, name]) =>
          `@font-face{font-family:${family};src:local("${name}-${style}");font-weight:${weight};unicode-range:${unicodes}}`,
      ),
    );
  });
  return `${faces.join('')}@layer toolpress-scripts{html{font-family:"Times New Roman",${SERIF}}}`;
}

/** The largest length of a list, in characters. */
const MAX_LIST = 2_000;
const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
/** Its size is smaller where it is the only family. */
const ONLY_MONOSPACE = /\bmonospace$/i;
/** `caption` and other fonts of the system, which are one word. */
const ONE_WORD = /^[\w-]*$/;
const SERIF_NAMES =
  /(?<!sans[- ])\bserif\b|\b(?:times|georgia|cambria|caladea|garamond|palatino|baskerville|bodoni|charter|didot|gelasio|merriweather|playfair|lora|crimson|cormorant)\b/i;
const SANS_NAMES = /sans|arial|helvetica|roboto|inter\b|verdana|tahoma|calibri|segoe|monospace|system-ui/i;

/**
 * Returns what to add to the value of `font-family` or `font`, and where; undefined if it is not a list of families.
 *
 * @param value as written, with `!important` if it has that.
 */
export function scriptFallback(property: string, value: string): { at: number; css: string } | undefined {
  if (value.length > MAX_LIST) return undefined;
  const mark = value.lastIndexOf('!');
  const isImportant =
    mark >= 0 &&
    value
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important';
  const list = (isImportant ? value.slice(0, mark) : value).trimEnd();
  const names = list.trimStart();
  if (names === '' || WIDE.test(names) || (property === 'font' && ONE_WORD.test(names))) return undefined;
  if (ONLY_MONOSPACE.test(names) && !names.includes(',')) return undefined;
  const [first = ''] = names.split(',', 1);
  const hasSerifs = SERIF_NAMES.test(first) || (!SANS_NAMES.test(names) && SERIF_NAMES.test(names));
  return { at: list.length, css: `,${hasSerifs ? SERIF : SANS}` };
}
