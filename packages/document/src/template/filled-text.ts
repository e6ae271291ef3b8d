/** Filled text that knows which of its characters came from where. */
import { type JsonObject, ServiceError } from '@toolpress/contract';
import { indexOfFirst } from '../index-of-first.js';
import { type FillOptions, fillTemplate, type MissingTag } from './fill.js';
import { namesElsewhere } from './foreign-syntax.js';
import { type ForeignTags, foreignTagsIn } from './foreign-tags.js';
import { shortened } from './shortened.js';
import {
  type Position,
  Positions,
  type Template,
  type TemplateNode,
  type TextNode,
  type ValueNode,
} from './template.js';

/** A place in a template. */
export interface Origin extends Position {
  /** The path of the tag that the text came from, as it was written; absent for the template's own text. */
  readonly tag?: string;
}

/** What a text was made of. */
interface Pieces {
  /** Offsets in the text after each. */
  readonly ends: number[];
  readonly nodes: (TextNode | ValueNode)[];
  /** Those that are values, by their index. */
  readonly values: { readonly piece: number; readonly tag: string }[];
}

/** Origins and missing tags are needed for errors only, so they are found by filling once more. */
export class FilledText {
  readonly text: string;
  /** Whether a tag found nothing and printed nothing. */
  private hasUndefined = false;
  /** Tags that took a value from outside of their list, see `FillOptions.onOuter`. */
  private readonly outer = new Set<TemplateNode>();
  /** Tags that asked for a field that no item of a list has. */
  private readonly fieldless = new Set<TemplateNode>();
  private known: Pieces | undefined;
  private knownPositions: Positions | undefined;

  /** See `fillTemplate`. */
  constructor(
    private readonly template: Template,
    private readonly data: JsonObject | undefined,
    private readonly options: FillOptions = {},
  ) {
    const onUndefined = (): void => {
      this.hasUndefined = true;
    };
    const onOuter = (node: TemplateNode): void => void this.outer.add(node);
    const onUnknownField = (node: TemplateNode): void => void this.fieldless.add(node);
    this.text = fillTemplate(template, data, { ...options, onUndefined, onOuter, onUnknownField });
  }

  /**
   * Where a range of the text comes from: the position of its first character (of the tag, when a value begins it), and the
   * first tag that contributed to it.
   *
   * @param start offset of the first character in `text`.
   * @param end offset after the last one.
   */
  originOf(start: number, end: number): Origin {
    const { ends, values } = this.pieces;
    const position = this.positions.at(this.sourceOf(start));
    const first = values[indexOfFirst(values.length, (index) => (ends[values[index]?.piece ?? 0] ?? 0) > start)];
    if (first === undefined || (ends[first.piece - 1] ?? 0) >= Math.max(end, start + 1)) return position;
    return { ...position, tag: first.tag };
  }

  /** @returns the template from where an offset in `text` comes from. */
  templateFrom(start: number): string {
    return this.template.source.slice(this.sourceOf(start));
  }

  private sourceOf(start: number): number {
    const { ends, nodes } = this.pieces;
    const index = indexOfFirst(ends.length, (piece) => (ends[piece] ?? 0) > start);
    const node = nodes[index];
    if (node === undefined) return 0;
    return node.offset + (node.kind === 'text' ? start - (ends[index - 1] ?? 0) : 0);
  }

  /** However many places of it are asked for, it is filled but once more. */
  private get pieces(): Pieces {
    if (this.known !== undefined) return this.known;
    const pieces: Pieces = { ends: [], nodes: [], values: [] };
    let done = 0;
    const onPiece: FillOptions['onPiece'] = (node, length) => {
      if (length === 0) return;
      done += length;
      if (node.kind === 'value') pieces.values.push({ piece: pieces.ends.length, tag: node.name });
      pieces.ends.push(done);
      pieces.nodes.push(node);
    };
    fillTemplate(this.template, this.data, { ...this.options, onPiece });
    this.known = pieces;
    return pieces;
  }

  private get positions(): Positions {
    this.knownPositions ??= new Positions(this.template.source);
    return this.knownPositions;
  }

  /** The tags that took a value from outside of their list, although other items of it have one of their own. */
  takenFromOutside(): MissingTag[] {
    return this.tagsOf(this.outer);
  }

  /** The tags that asked for a field that no item of a list has. */
  withUnknownField(): MissingTag[] {
    return this.tagsOf(this.fieldless);
  }

  private tagsOf(nodes: ReadonlySet<TemplateNode>): MissingTag[] {
    return [...nodes].flatMap((node) =>
      node.kind === 'text' ? [] : [{ tag: node.name, ...this.positions.at(node.offset) }],
    );
  }

  /** Whether something was written as in English because nothing is known of the document's language. */
  get fallsBack(): boolean {
    return this.options.formats?.fallsBack === true;
  }

  /** Tags of other template languages, in the template's own text. */
  foreignTags(): ForeignTags | undefined {
    return foreignTagsIn(this.template, this.options.escape ?? 'html');
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
    return [...empty]
      .filter((node) => !filled.has(node))
      .map((node) => ({ tag: node.name, ...this.positions.at(node.offset) }));
  }
}

/** By the request's fields they came from. The text of a field may be filled for several pages. */
export type FieldTexts = Readonly<Record<string, FilledText | readonly FilledText[]>>;

/** @returns each with its field. */
export const eachOf = (texts: FieldTexts): { field: string; text: FilledText }[] =>
  Object.entries(texts).flatMap(([field, some]) => [some].flat().map((text) => ({ field, text })));

/** How many tags an error lists. */
const MAX_LISTED = 100;

const OUR_TAGS = 'templates use `[[ ]]`, see docs/tools/templates.md';

/**
 * Checks for `strict` that every tag has a value, and that no tag is of another template language.
 *
 * @throws ServiceError `template_invalid` for the first tag of another language; `tag_without_value` that lists the tags for which the data has nothing or null, with field, line and
 *   column: the first hundred, and how many more there are.
 */
export function requireValues(texts: FieldTexts): void {
  const listed = new Set<string>();
  const names: string[] = [];
  let unlisted = 0;
  for (const { field, text } of eachOf(texts)) {
    const foreign = text.foreignTags();
    if (foreign !== undefined) throw new ServiceError('template_invalid', `${saidOfForeign(foreign, field)}.`);
    const { tags, more } = text.missing(MAX_LISTED - listed.size);
    for (const tag of tags) listed.add(described(tag, field));
    names.push(...tags.map(({ tag }) => tag));
    unlisted += more;
  }
  if (listed.size === 0) return;
  const rest = unlisted === 0 ? '' : ` and ${unlisted} more`;
  const instead = namesElsewhere(names);
  const hint = instead === undefined ? '' : `: ${instead}`;
  throw new ServiceError('tag_without_value', `\`data\` has no value for ${[...listed].join(', ')}${rest}${hint}.`);
}

/** @returns as in "`{{ name }}` at html 2:5 and 3 more are printed as they stand: …". */
export function saidOfForeign({ tag, line, column, count }: ForeignTags, field: string): string {
  const more = count === 1 ? 'is printed as it stands' : `and ${count - 1} more are printed as they stand`;
  return `\`${shortened(tag)}\` at ${field} ${line}:${column} ${more}: ${OUR_TAGS}`;
}

/** @returns as in "`[[name]]` at html 2:5". */
export const described = ({ tag, line, column }: MissingTag, field: string): string =>
  `\`[[${shortened(tag)}]]\` at ${field} ${line}:${column}`;
