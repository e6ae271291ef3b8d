/** Reads the lengths of MathML 3, of which browsers know those of CSS only. */

/** A length with a unit, in lower case. */
export const ABSOLUTE = String.raw`(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s?(?:em|ex|px|in|cm|mm|pt|pc)`;
const NAMED = '(?:negative)?(?:(?:very){0,2}(?:thin|thick)|medium)mathspace';
/** Any length. A number without a unit is a multiple of the initial value. */
export const LENGTH = String.raw`(?:[-+]?(?:${ABSOLUTE}|(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})%?)|${NAMED})`;

const PARTS = /^([-+]?)(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s?(em|ex|px|in|cm|mm|pt|pc|%|)$/;
const SPACES = ['veryverythin', 'verythin', 'thin', 'medium', 'thick', 'verythick', 'veryverythick'];

/** A length that percentages and numbers relate to. */
export type Initial = readonly [value: number, unit: string];

/**
 * Returns a length in CSS; undefined for what is none, such as `auto` or `2width`.
 *
 * @param written trimmed, in lower case.
 * @param initial without it, numbers become percentages.
 */
export function cssLength(written: string, [initial, unitOfInitial]: Initial = [100, '%']): string | undefined {
  const [, sign, digits, unit] = PARTS.exec(written) ?? [];
  if (digits !== undefined) {
    const value = Number(digits);
    const text =
      unit === '' || unit === '%'
        ? `${rounded((unit === '%' ? value / 100 : value) * initial)}${unitOfInitial}`
        : `${value}${unit}`;
    return value === 0 ? '0px' : sign === '-' ? `-${text}` : text;
  }
  const [, negative, name = ''] = /^(negative)?(\w+)mathspace$/.exec(written) ?? [];
  const eighteenths = SPACES.indexOf(name) + 1;
  return eighteenths === 0 ? undefined : `${negative ? '-' : ''}${rounded(eighteenths / 18)}em`;
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
