/** Cash discounts in payment terms (BT-20), as XRechnung 3.0 has them for machines. */

/** Lines of them, of which each has to be such a discount (BR-DE-18). */
const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

const linesOf = (terms: string): string[] =>
  terms
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());

/** @returns what has to follow the terms in the XML: the line of a discount ends with a line break, the last one too. */
export const endOfTerms = (terms = ''): string => (linesOf(terms).at(-1)?.startsWith('#') ? '\n' : '');

/** @returns whether the lines that begin as discounts are some, and nothing behind them looks as if it were a part of one. */
export function areTerms(terms = ''): boolean {
  const lines = linesOf(terms);
  const last = lines.findLastIndex((line) => line.startsWith('#'));
  return (
    lines.every((line) => !line.startsWith('#') || SKONTO.test(line)) &&
    (last === -1 || lines.slice(last + 1).every((line) => !/#.+#/.test(line)))
  );
}
