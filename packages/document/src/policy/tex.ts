/** Finds TeX formulas, which print as they are written when no script draws them. */

/** Texts that may have formulas. */
export const MAY_HAVE_TEX = /\\[([]|\$\$|\\begin\{/;

/** The largest length of a formula that is recognised, in characters. */
const MAX_LENGTH = 1_000;
const BEGIN = /\\\(|\\\[|\$\$|\\begin\{(?:equation|align|gather|multline|cases|array|[bpvBV]?matrix)\*?\}/g;
/** What formulas have and other texts in such brackets do not: commands, indexes, fractions. */
const OF_FORMULAS = /\\[a-zA-Z]{2,}|[\^_]\S|\\\\/;
const ENDS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };

/** Returns whether a text has a TeX formula, in linear time for any text. */
export function hasTex(text: string): boolean {
  let done = 0;
  /** The next place of each end, which is looked for once. */
  const places = new Map<string, number>();
  const placeOf = (end: string, from: number): number => {
    let place = places.get(end) ?? -2;
    if (place !== -1 && place < from) {
      place = text.indexOf(end, from);
      places.set(end, place);
    }
    return place;
  };
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    if (index < done) continue; // the end of another one
    const from = index + begin.length;
    const end = placeOf(ENDS[begin] ?? '\\end{', from);
    if (end === -1 || end > from + MAX_LENGTH) continue;
    if (begin.startsWith('\\begin') || OF_FORMULAS.test(text.slice(from, end))) return true;
    done = end; // which may begin another one
  }
  return false;
}
