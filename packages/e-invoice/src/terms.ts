/** Cash discounts in payment terms (BT-20), in the machine-readable form of XRechnung 3.0. */

/** A line with a discount, which must have this form (BR-DE-18). */
const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

const linesOf = (terms: string): string[] =>
  terms
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());

/** @returns what must follow the terms in the XML: every line with a discount ends with a line break. */
export const endOfTerms = (terms = ''): string => (linesOf(terms).at(-1)?.startsWith('#') ? '\n' : '');

/** @returns whether all lines that begin like a discount are one. */
export function areTerms(terms = ''): boolean {
  const lines = linesOf(terms);
  const last = lines.findLastIndex((line) => line.startsWith('#'));
  return (
    lines.every((line) => !line.startsWith('#') || SKONTO.test(line)) &&
    (last === -1 || lines.slice(last + 1).every((line) => !/#.+#/.test(line)))
  );
}
