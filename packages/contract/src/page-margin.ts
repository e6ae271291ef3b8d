/** The margins of a page, as a request gives them and as a job carries them. */
import Joi from 'joi';
import { type Infer, shape, text } from './schema.js';

/** How many of each unit an inch has. */
const PER_INCH = { in: 1, mm: 25.4, cm: 2.54, pt: 72, pc: 6, px: 96, q: 101.6 };
type Unit = keyof typeof PER_INCH;

const LENGTH = /^(?:(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(in|mm|cm|pt|pc|px|q)|0(?:\.0{1,6})?)$/i;

/** A CSS length that depends on nothing else. */
const length = (): Joi.StringSchema<string> => text().pattern(LENGTH);

const MarginSides = shape({}, { top: length(), right: length(), bottom: length(), left: length() });
type MarginSides = Infer<typeof MarginSides>;

const ALLOWED =
  '{{#label}} must be a length such as `20mm` (a number with mm, cm, in, pt, pc, px or Q, or `0`), or an object of such lengths for `top`, `right`, `bottom`, `left`';

/** One length for all sides, or an object of sides; those left out keep their default. */
export const pageMargin = (): Joi.AnySchema<string | MarginSides> =>
  Joi.alternatives<string | MarginSides>(length(), MarginSides).messages({
    'alternatives.types': ALLOWED,
    'alternatives.match': ALLOWED,
    'string.pattern.base': ALLOWED,
    'string.empty': ALLOWED,
  });

/** Inches. A side that is absent was not given. */
export interface PageMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** @returns the margins in inches. */
export function inchesOf(margin: string | MarginSides): PageMargin {
  if (typeof margin === 'string') {
    const all = inches(margin);
    return { top: all, right: all, bottom: all, left: all };
  }
  return Object.fromEntries(Object.entries(margin).map(([side, given]) => [side, inches(given as string)]));
}

function inches(given: string): number {
  const [, number = '0', unit = 'in'] = LENGTH.exec(given) ?? [];
  return Number(number) / PER_INCH[unit.toLowerCase() as Unit];
}
