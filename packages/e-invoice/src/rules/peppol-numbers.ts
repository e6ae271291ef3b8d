/** Checks the formats of numbers that Peppol knows, by their scheme. */

interface Format {
  /** The name after `PEPPOL-COMMON-`. */
  rule: string;
  what: string;
  isRight: (id: string) => boolean;
}

/** Sums the products of digits and weights. @param digits begins with the digit of the first weight. */
const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0), 0);

const reversed = (digits: string): string => [...digits].reverse().join('');

const isGln = (id: string): boolean =>
  /^\d+$/.test(id) && (10 - (weighted(reversed(id.slice(0, -1)), [3, 1]) % 10)) % 10 === Number(id.at(-1));

/** Checks a Norwegian organization number. */
export const isNorwegian = (id: string): boolean =>
  /^\d{9}$/.test(id) &&
  Number(id) > 0 &&
  (11 - (weighted(reversed(id.slice(0, -1)), [2, 3, 4, 5, 6, 7]) % 11)) % 11 === Number(id.at(-1));

const isBelgian = (id: string): boolean =>
  /^\d{10}$/.test(id) && Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97);

/** Checks a Swedish organization number by its Luhn digit. */
export function isSwedish(id: string): boolean {
  if (!/^\d{10}$/.test(id)) return false;
  const doubled = [...id].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const isAustralian = (id: string): boolean =>
  /^\d{11}$/.test(id) && (weighted(id, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

const FORMATS: Readonly<Record<string, Format>> = {
  '0088': { rule: 'R040', what: 'a GLN with its check digit', isRight: isGln },
  '0192': { rule: 'R041', what: 'a Norwegian organization number: 9 digits', isRight: isNorwegian },
  '0184': {
    rule: 'R042',
    what: 'a Danish CVR number: 8 digits, with or without `DK` in front',
    isRight: (id) => /^(?:DK)?\d{8}$/.test(id),
  },
  '0096': { rule: 'R052', what: 'a Danish P number: 10 digits', isRight: (id) => /^\d{10}$/.test(id) },
  '0198': { rule: 'R053', what: 'a Danish SE number: `DK` and 8 digits', isRight: (id) => /^DK\d{8}$/.test(id) },
  '0208': { rule: 'R043', what: 'a Belgian enterprise number: 10 digits', isRight: isBelgian },
  '0007': { rule: 'R049', what: 'a Swedish organization number: 10 digits', isRight: isSwedish },
  '0151': { rule: 'R050', what: 'an Australian Business Number: 11 digits', isRight: isAustralian },
};

export const formatOf = (scheme = ''): Format | undefined =>
  Object.hasOwn(FORMATS, scheme) ? FORMATS[scheme] : undefined;
