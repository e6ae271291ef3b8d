/** Patterns of dates in PHP and moment.js, as Unicode has them. */

/** The letters of PHP's `date`. Its other letters have no counterpart. */
const PHP: Readonly<Record<string, string>> = {
  d: 'dd',
  j: 'd',
  D: 'EEE',
  l: 'EEEE',
  m: 'MM',
  n: 'M',
  M: 'MMM',
  F: 'MMMM',
  Y: 'yyyy',
  y: 'yy',
  H: 'HH',
  G: 'H',
  h: 'hh',
  g: 'h',
  i: 'mm',
  s: 'ss',
  A: 'a',
};
/** What moment.js and others call days, weekdays and years. */
const MOMENT: readonly (readonly [RegExp, string])[] = [
  [/YYYY/g, 'yyyy'],
  [/YY/g, 'yy'],
  [/DD/g, 'dd'],
  [/\bD\b/g, 'd'],
  [/dddd/g, 'EEEE'],
  [/ddd/g, 'EEE'],
  [/A/g, 'a'],
];

/** Returns a pattern for the filter `date`; undefined for one without a counterpart. */
export function datePattern(pattern: string): string | undefined {
  if (pattern.includes('%')) return pattern; // strftime, as it is
  if (/YYYY|DD|MMM?M?|yyyy|dd/.test(pattern)) {
    if (/Do|\[|Q|w|W|X|L/.test(pattern)) return undefined;
    return MOMENT.reduce((text, [letters, ours]) => text.replace(letters, ours), pattern);
  }
  let unicode = '';
  for (const letter of pattern) {
    if (/[a-z]/i.test(letter)) {
      const ours = PHP[letter];
      if (ours === undefined) return undefined;
      unicode += ours;
    } else if (letter === '\\') return undefined;
    else unicode += letter;
  }
  return unicode;
}
