/** What is said about CSS that may not be. */
import { type CssFault, MAX_CSS_ERRORS, MAX_CSS_NESTING } from '../css/forbidden.js';
import { type Subject, Violation } from './violation.js';

/**
 * @param subject what the CSS stands in, such as "`p` `style`", and where the fault, or the whole, is. A sheet that is a field
 *   of the request stands in nothing: its name is `CSS`.
 */
export function cssViolation({ kind, name }: CssFault, { name: where, span }: Subject): Violation {
  if (kind !== 'loads') return new Violation({ name: where, span }, TOO_COMPLEX[kind], 'document_too_complex');
  const what = where === 'CSS' ? `\`${name}\`` : `\`${name}\` in ${where}`;
  return new Violation({ name: what, span }, `is not allowed: ${HINTS[name] ?? LOADS_NOTHING}`);
}

const TOO_COMPLEX: Readonly<Record<Exclude<CssFault['kind'], 'loads'>, string>> = {
  nesting: `nests brackets more than ${MAX_CSS_NESTING} levels deep; make it flatter`,
  errors: `holds more than ${MAX_CSS_ERRORS} broken strings or escapes`,
};

const LOADS_NOTHING = 'CSS may not load anything; for an image, use an `img` element';

const HINTS: Readonly<Record<string, string>> = {
  '@import': 'CSS may not load anything; put the sheet’s text in its place',
  'attr()': 'as this type, it could load what an attribute says',
};
