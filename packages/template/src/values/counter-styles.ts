/** Counter styles for page numbers. */

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  let text = '';
  let rest = number;
  for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) text += letters;
  return text;
}

function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

/** The common counter styles of CSS, by name. */
const STYLES = {
  decimal: String,
  'decimal-leading-zero': (number: number) => String(number).padStart(2, '0'),
  'lower-roman': roman,
  'upper-roman': (number: number) => roman(number).toUpperCase(),
  'lower-alpha': letters,
  'upper-alpha': (number: number) => letters(number).toUpperCase(),
} as const;

export type CounterStyle = keyof typeof STYLES;

export const COUNTER_STYLES = Object.keys(STYLES) as CounterStyle[];

/** The largest Roman numeral. CSS writes larger numbers, and those below 1, as decimals. */
const MAX_ROMAN = 3999;

export const countered = (number: number, style: CounterStyle): string =>
  (number >= 1 && number <= MAX_ROMAN ? STYLES[style] : STYLES.decimal)(number);
