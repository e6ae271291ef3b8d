/** What `strict` asks for: that every tag has a value. */
import { ServiceError } from '@toolpress/contract';
import type { MissingTag } from './fill.js';
import type { FilledText } from './filled-text.js';

/** How many tags a message lists. */
const MAX_LISTED = 100;
const MAX_NAME_IN_MESSAGE = 60;

/**
 * @param texts the filled texts by the request's fields they came from.
 * @throws ServiceError `tag_without_value` that lists the tags for which the data has nothing or null, with field, line and
 *   column: the first hundred, and how many more there are.
 */
export function requireValues(texts: Readonly<Record<string, FilledText>>): void {
  const listed: string[] = [];
  let unlisted = 0;
  for (const [field, text] of Object.entries(texts)) {
    const { tags, more } = text.missing(MAX_LISTED - listed.length);
    listed.push(...tags.map((tag) => described(tag, field)));
    unlisted += more;
  }
  if (listed.length === 0) return;
  const rest = unlisted === 0 ? '' : ` and ${unlisted} more`;
  throw new ServiceError('tag_without_value', `\`data\` has no value for ${listed.join(', ')}${rest}.`);
}

function described({ tag, line, column }: MissingTag, field: string): string {
  const name = tag.length > MAX_NAME_IN_MESSAGE ? `${tag.slice(0, MAX_NAME_IN_MESSAGE)}…` : tag;
  return `\`[[${name}]]\` at ${field} ${line}:${column}`;
}
