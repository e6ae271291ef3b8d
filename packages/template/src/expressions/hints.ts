/** Hints for filters and operators of other template languages. */
import { anyOf, nearestNames } from '@toolpress/contract';
import { FILTER_NAMES, filterNamed } from '../filters/index.js';
import { shortened } from '../values/shortened.js';
import { foreignIn } from './dialects.js';
import { filterByForeignName, lettersOf, OURS } from './foreign-filters.js';
import { exampleOf } from './syntax.js';

/** Returns our name of a filter by its name here or in another language; undefined for an unknown name. */
export function filterMeant(name: string): string | undefined {
  if (filterNamed(name) !== undefined) return name;
  return filterByForeignName(name);
}

/** Returns the fault of an unknown filter, with a suggestion. */
export function unknownFilter(name: string): string {
  if (shortened(name) !== name) return `has an unknown filter \`${shortened(name)}\``;
  const instead = foreignIn('filter', lettersOf(name));
  if (instead !== undefined) return `has an unknown filter \`${name}\`: ${instead}`;
  const meant = filterMeant(name);
  if (meant !== undefined) return `has an unknown filter \`${name}\`: write \`| ${meant}\``;
  const ours = nearestNames(name, FILTER_NAMES);
  const near =
    ours.length > 0 ? ours : [...new Set(nearestNames(name, [...OURS.keys()]).map((each) => OURS.get(each) ?? each))];
  if (near.length > 0) return `has an unknown filter \`${name}\`: ${anyOf(near)} may be meant`;
  return `has an unknown filter \`${name}\`: see /docs/templates#filters; ${AS_TEXT}`;
}

/** A hint for text that may be prose: documents about wikis, programs or citations have double brackets, too. */
export const AS_TEXT = 'to print it as text, write `&#91;[` for its brackets';

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** The number of characters that are searched for a hint. */
const MAX_READ = 300;
/** An operator after a filter without parentheses: `rows | size > 1`. */
const FILTER_COMPARED = /\|\s*\w[^|()]*\s(?:[=!]=|[<>]=?|and|or|contains)\s/;
/** A loop with a name for its items. */
const NAMED_ITEM = /\sas\s/;
const FILTER_CALL = /\|\s*(\w+)(?:\s*\(|\s+[\w"'])/;

/** Returns the fault of an expression with the syntax of another language; undefined for others. */
export function syntaxFault(source: string): string | undefined {
  const bare = source.slice(0, MAX_READ).replace(QUOTED, '""');
  if (FILTER_COMPARED.test(bare))
    return 'can’t be read: a value with filters is compared in parentheses, as in `(rows | size) > 1`';
  const [, filter] = NAMED_ITEM.test(bare) ? [] : (FILTER_CALL.exec(bare) ?? []);
  if (filter !== undefined) {
    const meant = filterMeant(filter);
    const definition = meant === undefined ? undefined : filterNamed(meant);
    const written = meant !== undefined && definition ? exampleOf(meant, definition) : '`| round: 2`';
    const fault =
      filter === meant ? 'has a filter that can’t be read' : unknownFilter(filter).replace(`; ${AS_TEXT}`, '');
    const takesNone = definition && !definition.takes && !definition.named;
    return takesNone ? `${fault}: it takes no arguments` : `${fault}: arguments follow a colon, as in ${written}`;
  }
  const hint = foreignIn('expression', bare);
  return hint && `can’t be read: ${hint}`;
}
