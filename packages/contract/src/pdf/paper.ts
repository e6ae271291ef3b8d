/** Lengths, margins and paper sizes of a PDF request. */
import Joi from 'joi';
import { type Infer, oneOfAnyCase, shape, text } from '../schema/schema.js';

/** Units per inch. */
const PER_INCH = { in: 1, mm: 25.4, cm: 2.54, pt: 72, pc: 6, px: 96, q: 101.6 };
type Unit = keyof typeof PER_INCH;

/** Units in any case, spelled out: the OpenAPI document has patterns without flags. */
const LENGTH = /^(?:(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})([iI][nN]|[mMcC][mM]|[pP][tTcCxX]|[qQ])|0(?:\.0{1,6})?)$/;
const ONE_LENGTH = LENGTH.source.slice(1, -1).replaceAll(/\((?!\?:)/g, '(?:');
/** One to four lengths, as in CSS. */
const LENGTHS = new RegExp(`^${ONE_LENGTH}(?: ${ONE_LENGTH}){0,3}$`);

/** An absolute CSS length. */
const length = (): Joi.StringSchema<string> => text().pattern(LENGTH);

/** One message for every error code of an invalid length. A single `*` would lose against messages of the object. */
const unlessLength = (message: string) =>
  Object.fromEntries(
    [
      'string.base',
      'string.empty',
      'string.pattern.base',
      'any.custom',
      'any.only',
      'alternatives.match',
      'alternatives.types',
    ].map((code) => [code, message]),
  );

const A_LENGTH = 'a length such as `20mm` (a number with mm, cm, in, pt, pc, px or Q, or `0`)';
/** Zero needs no unit and may be a number. */
const side = (name: string) =>
  Joi.alternatives<string | 0>(length(), Joi.valid(0))
    .description(`The ${name} margin, such as \`20mm\`.`)
    .messages(unlessLength(`{{#label}} must be ${A_LENGTH}`));
const MarginSides = shape({}, { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') });
type MarginSides = Infer<typeof MarginSides>;

const ALLOWED = `{{#label}} must be ${A_LENGTH}, up to four of them as in CSS (\`20mm 15mm\`), or an object of such lengths for \`top\`, \`right\`, \`bottom\`, \`left\``;

/** One to four lengths as in CSS, or an object of sides. Absent sides keep their default. */
export const pageMargin = (): Joi.AnySchema<string | 0 | MarginSides> =>
  Joi.alternatives<string | 0 | MarginSides>(text().pattern(LENGTHS), Joi.valid(0), MarginSides).messages({
    'alternatives.types': ALLOWED,
    'alternatives.match': ALLOWED,
    'any.only': ALLOWED,
    'string.pattern.base': ALLOWED,
    'string.empty': ALLOWED,
  });

/** The margin of a side that neither the request nor the document sets: 10 mm, in inches. */
export const DEFAULT_MARGIN_INCHES = 10 / PER_INCH.mm;
/** The smallest width and height between margins: 10 mm, in inches. */
const MIN_CONTENT_INCHES = DEFAULT_MARGIN_INCHES;

/** Margins in inches. Absent sides were not given. */
export interface PageMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

const inInches = (): Joi.NumberSchema<number> => Joi.number().min(0);
/** The schema of {@link PageMargin}. */
export const MarginInInches = shape({}, { top: inInches(), right: inInches(), bottom: inInches(), left: inInches() });
/** The schema of {@link PaperInches}. */
export const PaperInInches = shape({ width: inInches() }, { height: inInches() });

/** Returns whether margins leave room for content on a page. @param size in inches. */
export const leavesRoom = (
  { top = 0, right = 0, bottom = 0, left = 0 }: PageMargin,
  { width, height }: { width: number; height: number },
): boolean => width - left - right >= MIN_CONTENT_INCHES && height - top - bottom >= MIN_CONTENT_INCHES;

/** Returns the margins in inches. */
export function inchesOf(margin: string | 0 | MarginSides): PageMargin {
  if (typeof margin !== 'object') {
    const [top = 0, right = top, bottom = top, left = right] = String(margin).split(' ').map(inches);
    return { top, right, bottom, left };
  }
  return Object.fromEntries(Object.entries(margin).map(([side, given]) => [side, inches(String(given))]));
}

function inches(given: string): number {
  const [, number = '0', unit = 'in'] = LENGTH.exec(given) ?? [];
  return Number(number) / PER_INCH[unit.toLowerCase() as Unit];
}

export const PAGE_SIZES = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The smallest and largest custom paper in inches. A PDF page is at most 200 inches high. */
export const MIN_PAPER_INCHES = 10 / PER_INCH.mm;
export const MAX_PAPER_INCHES = 200;

const PAPER_LENGTH = '{{#label}} must be a length from 10 mm to 200 in such as `80mm`';
const LENGTH_OR_AUTO = `${PAPER_LENGTH}, or \`auto\``;

const paperLength = (message = PAPER_LENGTH): Joi.StringSchema<string> =>
  length()
    .custom((given: string) => {
      if (inches(given) < MIN_PAPER_INCHES || inches(given) > MAX_PAPER_INCHES) throw new Error('not a paper size');
      return given;
    })
    .messages(unlessLength(message));

const OwnPaper = shape({
  width: paperLength().description('Such as `80mm`.'),
  height: Joi.alternatives<string>(paperLength(LENGTH_OR_AUTO), Joi.valid('auto'))
    .messages(unlessLength(LENGTH_OR_AUTO))
    .description('A length, or `auto`.'),
});
type OwnPaper = Infer<typeof OwnPaper>;

const ALLOWED_SIZES = `{{#label}} must be one of ${PAGE_SIZES.join(', ')}, or an object of \`width\` and \`height\`, lengths from 10 mm to 200 in such as \`80mm\`; \`height\` may be \`auto\``;

/** A named or custom paper size. A height of `auto` fits the content. */
export const pageSize = (): Joi.AnySchema<PageSize | OwnPaper> =>
  Joi.alternatives<PageSize | OwnPaper>(oneOfAnyCase(...PAGE_SIZES), OwnPaper).messages({
    'alternatives.types': ALLOWED_SIZES,
    'alternatives.match': ALLOWED_SIZES,
    'alternatives.any': ALLOWED_SIZES,
    'any.only': ALLOWED_SIZES,
  });

/** A paper size in inches. Without a height it fits the content. */
export interface PaperInches {
  width: number;
  height?: number;
}

/** Returns the paper size in inches. */
export const paperInches = ({ width, height }: OwnPaper): PaperInches => ({
  width: inches(width),
  ...(height !== 'auto' && { height: inches(height) }),
});

export const ORIENTATIONS = ['portrait', 'landscape'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
