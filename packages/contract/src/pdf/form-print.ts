/**
 * What forms of Gotenberg's routes set beyond a PDF request. The worker passes most of it to the browser under the same names, so that such
 * a form prints as it does there. Requests of the API cannot have it.
 */
import Joi from 'joi';
import { passedOn } from '../schema/raw-json.js';
import { anyText, flag, type Infer, integer, mapOf, oneOf, shape, text } from '../schema/schema.js';

const inches = (): Joi.NumberSchema<number> => Joi.number().min(0).max(1_000);

const MAX_MEMBERS = 50;
const MAX_MEMBER = 1_000;
/** The longest page ranges, in characters. */
const MAX_RANGES = 1_000;
const shortRanges = () => anyText().max(MAX_RANGES);
const NAME = /^[A-Za-z][\w-]{0,60}$/;

const shortTexts = () =>
  mapOf<string>(MAX_MEMBERS, (value, name) => {
    if (!NAME.test(name)) return 'is not a name of ASCII letters, digits, `_` and `-`';
    const isText = typeof value === 'string' && value.length <= MAX_MEMBER;
    return isText ? undefined : `must be a text of at most ${MAX_MEMBER} characters`;
  });

/** A text that the gateway only passes on. */
const template = () => passedOn(anyText()) as Joi.StringSchema<string>;

/** The angles by which pages are rotated clockwise. */
export const ANGLES = [90, 180, 270] as const;
/** `intervals`: files of a number of pages; `pages`: a file for each page of the ranges; `unified`: one file of these pages. */
const SPLIT_MODES = ['intervals', 'pages', 'unified'] as const;

export const FormPrint = shape(
  {
    paperWidth: inches(),
    paperHeight: inches(),
    marginTop: inches(),
    marginRight: inches(),
    marginBottom: inches(),
    marginLeft: inches(),
    scale: Joi.number().min(0.1).max(2) as Joi.NumberSchema<number>,
    landscape: flag(),
    printBackground: flag(),
    preferCSSPageSize: flag(),
  },
  {
    /** Prints the content on one page of its height. */
    singlePage: flag(),
    /** HTML for the browser's own headers and footers. */
    headerTemplate: template(),
    footerTemplate: template(),
    /** The pages that are printed, such as `1-3, 5`. */
    pageRanges: shortRanges(),
    /** The span is a number of pages, or page ranges. Files are named by `name` and a number from 0. */
    split: shape({ mode: oneOf(...SPLIT_MODES), span: shortRanges(), name: text().max(MAX_MEMBER) }),
    /** Without page ranges all pages are rotated. */
    rotate: shape({ angle: integer().valid(...ANGLES) }, { pages: shortRanges() }),
    /** The media that style sheets see, and their features, such as `prefers-reduced-motion`. The default is `print`. */
    media: shape({}, { type: oneOf('screen', 'print'), features: shortTexts() }),
    /** Whether links and other annotations are removed. */
    flatten: flag(),
    /** The quality of JPEG images from 1 to 100, which replace other images where they are smaller. */
    imageQuality: integer().min(1).max(100),
    /** Entries of the information dictionary beside those of `metadata`. A value is a text, or a time as in `metadata`. */
    info: shortTexts(),
  },
);
export type FormPrint = Infer<typeof FormPrint>;

/** A page range such as `2-5`, `4`, `-3` or `7-`. */
const RANGE = /^(\d{1,6})?(-)?(\d{1,6})?$/;

/**
 * Reads page ranges such as `1-3, 5`.
 *
 * @returns the first and last page of each range, undefined when the text is none or too long.
 */
export function readPageRanges(text: string): { first: number; last: number }[] | undefined {
  if (text.length > MAX_RANGES) return undefined;
  const ranges = text.split(',').map((part) => {
    const [, from, dash, to] = RANGE.exec(part.replaceAll(/\s/g, '')) ?? [];
    if (from === undefined && to === undefined) return undefined;
    const first = Number(from ?? 1);
    const last = dash === undefined ? first : Number(to ?? Number.MAX_SAFE_INTEGER);
    return first < 1 || last < first ? undefined : { first, last };
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** Returns the positions of the pages in the ranges, from 0, in their order. */
export function pagesIn(ranges: readonly { first: number; last: number }[], count: number): number[] {
  const isIn = (index: number): boolean => ranges.some(({ first, last }) => first <= index + 1 && index + 1 <= last);
  return Array.from({ length: count }, (_, index) => index).filter(isIn);
}
