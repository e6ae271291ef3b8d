/** What is said about CSS that may not be. */
import { type CssFault, MAX_CSS_NESTING } from '../css/forbidden.js';
import { type Subject, Violation } from './violation.js';

/** @param subject what the CSS is, and where the fault, or the whole, stands. */
export function cssViolation({ kind, name }: CssFault, { name: where, span }: Subject): Violation {
  if (kind === 'nesting') {
    const fault = `nests brackets more than ${MAX_CSS_NESTING} levels deep; make it flatter`;
    return new Violation({ name: where, span }, fault, 'document_too_complex');
  }
  return new Violation({ name: `\`${name}\` in ${where}`, span }, `is not allowed: ${HINTS[name] ?? LOADS_NOTHING}`);
}

const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';

const HINTS: Readonly<Record<string, string>> = {
  '@import': 'CSS may not load anything; put the sheet’s text in its place',
  'attr()': 'as this type, it could load what an attribute says',
};
