/** Filled text that knows which of its characters came from where. */
import { type JsonObject, ServiceError } from '@toolpress/contract';
import { type FillOptions, fillTemplate, type MissingTag } from './fill.js';
import { type Position, Positions, type Template, type ValueNode } from './template.js';

/** A place in a template. */
export interface Origin extends Position {
  /** The path of the tag that the text came from, as it was written; absent for the template's own text. */
  readonly tag?: string;
}

/** Origins and missing tags are needed for errors only, so they are found by filling once more. */
export class FilledText {
  readonly text: string;
  /** Whether a tag found nothing and printed nothing. */
  private hasUndefined = false;

  /** See `fillTemplate`. */
  constructor(
    private readonly template: Template,
    private readonly data: JsonObject | undefined,
    private readonly options: FillOptions = {},
  ) {
    const onUndefined = (): void => {
      this.hasUndefined = true;
    };
    this.text = fillTemplate(template, data, { ...options, onUndefined });
  }

  /**
   * Where a range of the text comes from: the position of its first character (of the tag, when a value begins it), and the
   * first tag that contributed to it.
   *
   * @param start offset of the first character in `text`.
   * @param end offset after the last one.
   */
  originOf(start: number, end: number): Origin {
    const { offset, tag } = this.sourceOf(start, end);
    const position = new Positions(this.template.source).at(offset);
    return tag === undefined ? position : { ...position, tag };
  }

  /** @returns the template from where an offset in `text` comes from. */
  templateFrom(start: number): string {
    return this.template.source.slice(this.sourceOf(start, start).offset);
  }

  private sourceOf(start: number, end: number): { offset: number; tag: string | undefined } {
    const last = Math.max(end, start + 1);
    let done = 0;
    let offset = 0;
    let tag: string | undefined;
    const onPiece: FillOptions['onPiece'] = (node, length) => {
      const from = done;
      done += length;
      if (length === 0 || done <= start || from >= last) return;
      if (from <= start) offset = node.offset + (node.kind === 'text' ? start - from : 0);
      if (node.kind === 'value') tag ??= node.name;
    };
    fillTemplate(this.template, this.data, { ...this.options, onPiece });
    return { offset, tag };
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

  /** The tags that printed nothing wherever they were filled, because the data has nothing there; null is something. */
  neverFilled(): MissingTag[] {
    if (!this.hasUndefined) return [];
    const empty = new Set<ValueNode>();
    const filled = new Set<ValueNode>();
    let last: ValueNode | undefined;
    const onUndefined = (node: ValueNode): void => {
      empty.add(node);
      last = node;
    };
    const onPiece: FillOptions['onPiece'] = (node) => {
      if (node.kind === 'value' && node !== last) filled.add(node);
      last = undefined;
    };
    fillTemplate(this.template, this.data, { ...this.options, onUndefined, onPiece });
    const positions = new Positions(this.template.source);
    return [...empty]
      .filter((node) => !filled.has(node))
      .map((node) => ({ tag: node.name, ...positions.at(node.offset) }));
  }
}

/** How many tags an error lists. */
const MAX_LISTED = 100;
const MAX_NAME_IN_MESSAGE = 60;

/**
 * Checks for `strict` that every tag has a value.
 *
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

/** @returns as in "`[[name]]` at html 2:5". */
export function described({ tag, line, column }: MissingTag, field: string): string {
  const name = tag.length > MAX_NAME_IN_MESSAGE ? `${tag.slice(0, MAX_NAME_IN_MESSAGE)}…` : tag;
  return `\`[[${name}]]\` at ${field} ${line}:${column}`;
}
