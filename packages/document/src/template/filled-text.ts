/** Filled text that can tell which of its characters came from where. */
import { type JsonObject, ServiceError } from '@toolpress/contract';
import { type FillOptions, fillTemplate, followFilling, type MissingTag } from './fill.js';
import { type Position, Positions, type Template, type TextNode, type ValueNode } from './template.js';

/** A place in a template. */
export interface Origin extends Position {
  /** The path of the tag that brought the text there, as it was written; absent for the template's own text. */
  readonly tag?: string;
}

/** Origins and missing tags are asked for when something is wrong, so they are found by filling once more, not noted. */
export class FilledText {
  readonly text: string;

  /** See `fillTemplate`. */
  constructor(
    private readonly template: Template,
    private readonly data: JsonObject | undefined,
    private readonly options: FillOptions = {},
  ) {
    this.text = fillTemplate(template, data, options);
  }

  /**
   * Where a stretch of the text comes from: the place of its first character (that of the tag, when a value begins it), and
   * the first tag that has put anything into it.
   *
   * @param start offset of the first character in `text`.
   * @param end offset after the last one.
   */
  originOf(start: number, end: number): Origin {
    const search = new OriginSearch(start, Math.max(end, start + 1));
    followFilling(this.template, this.data, this.options, (node, length) => search.hear(node, length));
    const position = new Positions(this.template.source).at(search.offset);
    return search.tag === undefined ? position : { ...position, tag: search.tag };
  }

  /** The tags without a value, each once in the order of the template's filling; and how many more there are. */
  missing(limit: number): { tags: MissingTag[]; more: number } {
    const tags: MissingTag[] = [];
    let more = 0;
    const onMissing = (tag: MissingTag): void => {
      if (tags.length < limit) tags.push(tag);
      else more += 1;
    };
    fillTemplate(this.template, this.data, { ...this.options, onMissing });
    return { tags, more };
  }
}

class OriginSearch {
  /** In the template. */
  offset = 0;
  tag: string | undefined;
  private done = 0;

  constructor(
    private readonly start: number,
    private readonly end: number,
  ) {}

  hear(node: TextNode | ValueNode, length: number): void {
    const from = this.done;
    this.done += length;
    if (length === 0 || this.done <= this.start || from >= this.end) return;
    if (from <= this.start) this.offset = node.offset + (node.kind === 'text' ? this.start - from : 0);
    if (node.kind === 'value') this.tag ??= node.name;
  }
}

/** What `strict` asks for: that every tag has a value. */

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
