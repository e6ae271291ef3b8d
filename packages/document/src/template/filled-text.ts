/** Filled text that knows which of its characters came from where. */
import { ServiceError } from '@toolpress/contract';
import { indexOfFirst } from '../index-of-first.js';
import { type FillOptions, fillTemplate, type MissingTag } from './fill.js';
import { namesElsewhere } from './foreign-syntax.js';
import { type ForeignTags, foreignTagsIn } from './foreign-tags.js';
import type { LostName } from './lost-names.js';
import { inShort, type Position, Positions } from './partials/positions.js';
import { type AskedScalar, saidOfScalar } from './scalars.js';
import { shortened } from './shortened.js';
import type { Template, TemplateNode, TextNode, ValueNode } from './template.js';
import type { TemplateData } from './values.js';

/** A place in a template. */
export interface Origin extends Position {
  /** The path of the tag that the text came from, as it was written; absent for the template's own text. */
  readonly tag?: string;
}

/** A tag of the template and its place there. */
interface PlacedTag {
  readonly tag: string;
  /** In the template's source. */
  readonly offset: number;
  /** What it asked for a property. */
  readonly scalar?: AskedScalar;
}

/** A block for which the data has nothing, see `FillOptions.onLost`. */
export interface LostBlock extends MissingTag, LostName {}

/** What a text was made of. Lists of numbers, which are quick to hand over to another thread. */
export interface FillRecord {
  /** Offsets in the text after each piece, and in the source where it begins. */
  readonly ends: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  /** The pieces that are values, and the index in `tags` of each. */
  readonly values: ArrayLike<number>;
  readonly names: ArrayLike<number>;
  readonly tags: readonly string[];
  /** Tags without a value, each once in the order of filling. */
  readonly missing: readonly PlacedTag[];
  /** The tags that printed nothing wherever they were filled, because the data has nothing there; null is something. */
  readonly empty: readonly PlacedTag[];
}

/** What is found when a text is filled, and has to be known of any. */
interface Found {
  /** Whether a tag found nothing and printed nothing. */
  hasUndefined: boolean;
  /** Tags that took a value from outside of their list, see `FillOptions.onOuter`. */
  outer: PlacedTag[];
  /** Those that took it from a section around the list, for no item has one. */
  ofSection: PlacedTag[];
  /** Tags that asked for a field that no item of a list has. */
  fieldless: PlacedTag[];
  lost: (PlacedTag & LostName)[];
}

/** A text that was filled by another thread. */
export interface FilledElsewhere {
  readonly text: string;
  readonly found: Found;
  readonly record: FillRecord;
  readonly foreign: ForeignTags | undefined;
}

/** Origins and missing tags are needed for errors only, so they are found by filling once more. */
export class FilledText {
  readonly text: string;
  private readonly found: Found;
  private knownRecord: FillRecord | undefined;
  private knownPositions: Positions | undefined;

  /**
   * See `fillTemplate`.
   *
   * @param elsewhere what another thread has made of the template: only its source is needed then.
   */
  constructor(
    private readonly template: Template,
    private readonly data: TemplateData | undefined,
    private readonly options: FillOptions = {},
    private readonly elsewhere?: FilledElsewhere,
  ) {
    this.knownRecord = elsewhere?.record;
    const { text, found } = elsewhere ?? filledWith(template, data, options);
    this.text = text;
    this.found = found;
  }

  /** For another thread, together with everything that may be asked of the text. */
  toElsewhere(): FilledElsewhere {
    return { text: this.text, found: this.found, record: inNumbers(this.record), foreign: this.foreignTags() };
  }

  /**
   * Where a range of the text comes from: the position of its first character (of the tag, when a value begins it), and the
   * first tag that contributed to it.
   *
   * @param start offset of the first character in `text`.
   * @param end offset after the last one.
   */
  originOf(start: number, end: number): Origin {
    const { ends, values, names, tags } = this.record;
    const position = this.positions.at(this.sourceOf(start));
    const index = indexOfFirst(values.length, (value) => (ends[values[value] ?? 0] ?? 0) > start);
    const piece = values[index];
    if (piece === undefined || (ends[piece - 1] ?? 0) >= Math.max(end, start + 1)) return position;
    return { ...position, tag: tags[names[index] ?? 0] ?? '' };
  }

  /** @returns the template from where an offset in `text` comes from. */
  templateFrom(start: number): string {
    return this.template.source.slice(this.sourceOf(start));
  }

  private sourceOf(start: number): number {
    const { ends, offsets, values } = this.record;
    const piece = indexOfFirst(ends.length, (index) => (ends[index] ?? 0) > start);
    if (piece === ends.length) return 0;
    const isValue = values[indexOfFirst(values.length, (index) => (values[index] ?? 0) >= piece)] === piece;
    return (offsets[piece] ?? 0) + (isValue ? 0 : start - (ends[piece - 1] ?? 0));
  }

  /** However much of it is asked for, the text is filled but once more. */
  private get record(): FillRecord {
    this.knownRecord ??= recordOf(this.template, this.data, this.options);
    return this.knownRecord;
  }

  private get positions(): Positions {
    this.knownPositions ??= new Positions(this.template.source);
    return this.knownPositions;
  }

  /** The tags that took a value from outside of their list, although other items of it have one of their own. */
  takenFromOutside(): MissingTag[] {
    return this.placed(this.found.outer);
  }

  /** The tags that took a value from a section around their list, because no item of the list has one. */
  takenFromSection(): MissingTag[] {
    return this.placed(this.found.ofSection);
  }

  /** The tags that asked for a field that no item of a list has. */
  withUnknownField(): MissingTag[] {
    return this.placed(this.found.fieldless);
  }

  /** The blocks whose names the data does not have, but something like them; and loops over what is no list. */
  lostBlocks(): LostBlock[] {
    return this.placed(this.found.lost);
  }

  private placed<Tag extends PlacedTag>(tags: readonly Tag[]): (Omit<Tag, 'offset'> & Position)[] {
    return tags.map(({ offset, ...tag }) => ({ ...tag, ...this.positions.at(offset) }));
  }

  /** Whether something was written as in English because nothing is known of the document's language. */
  get fallsBack(): boolean {
    return this.options.formats?.fallsBack === true;
  }

  /** Tags of other template languages, in the template's own text. */
  foreignTags(): ForeignTags | undefined {
    return this.elsewhere ? this.elsewhere.foreign : foreignTagsIn(this.template, this.options.escape ?? 'html');
  }

  /** The tags without a value, each once in the order of the template's filling; and how many more there are. */
  missing(limit: number): { tags: MissingTag[]; more: number } {
    const { missing } = this.record;
    const tags = this.placed(missing.slice(0, limit));
    return { tags, more: missing.length - tags.length };
  }

  /** The tags that printed nothing wherever they were filled, because the data has nothing there; null is something. */
  neverFilled(): MissingTag[] {
    return this.found.hasUndefined ? this.placed(this.record.empty) : [];
  }
}

const placeOf = (node: Exclude<TemplateNode, TextNode>): PlacedTag => ({ tag: node.name, offset: node.offset });

function filledWith(
  template: Template,
  data: TemplateData | undefined,
  options: FillOptions,
): { text: string; found: Found } {
  const outer = new Set<TemplateNode>();
  const ofSection = new Set<TemplateNode>();
  const fieldless = new Set<TemplateNode>();
  const lost: Found['lost'] = [];
  let hasUndefined = false;
  const text = fillTemplate(template, data, {
    ...options,
    onUndefined: () => {
      hasUndefined = true;
    },
    onOuter: (node, whose) => void (whose === 'ofSome' ? outer : ofSection).add(node),
    onUnknownField: (node) => void fieldless.add(node),
    onLost: (node, name) => void lost.push({ ...placeOf(node), ...name }),
    onRestart: () => {
      lost.length = 0;
    },
  });
  const tagsOf = (nodes: ReadonlySet<TemplateNode>): PlacedTag[] =>
    [...nodes].flatMap((node) => (node.kind === 'text' ? [] : [placeOf(node)]));
  return {
    text,
    found: { hasUndefined, outer: tagsOf(outer), ofSection: tagsOf(ofSection), fieldless: tagsOf(fieldless), lost },
  };
}

/** The work is not taken from a budget: it is known to be as much as the first time. */
function recordOf(template: Template, data: TemplateData | undefined, options: FillOptions): FillRecord {
  const [ends, offsets, values, names]: [number[], number[], number[], number[]] = [[], [], [], []];
  const tags = new Map<ValueNode, number>();
  const missing: PlacedTag[] = [];
  const empty = new Map<ValueNode, AskedScalar | undefined>();
  const filled = new Set<ValueNode>();
  let done = 0;
  let last: ValueNode | undefined;
  const onPiece: FillOptions['onPiece'] = (node, length) => {
    if (node.kind === 'value' && node !== last) filled.add(node);
    last = undefined;
    if (length === 0) return;
    done += length;
    if (node.kind === 'value') {
      const index = tags.get(node) ?? tags.size;
      tags.set(node, index);
      values.push(ends.length);
      names.push(index);
    }
    ends.push(done);
    offsets.push(node.offset);
  };
  const onUndefined: FillOptions['onUndefined'] = (node, scalar) => {
    if (!empty.has(node)) empty.set(node, scalar());
    last = node;
  };
  const onMissing: FillOptions['onMissing'] = ({ tag, scalar }, offset) =>
    void missing.push({ tag, offset, ...(scalar && { scalar }) });
  fillTemplate(template, data, { ...options, budget: undefined, onPiece, onUndefined, onMissing });
  return {
    ...{ ends, offsets, values, names, missing },
    tags: [...tags.keys()].map(({ name }) => name),
    empty: [...empty].flatMap(([node, scalar]) =>
      filled.has(node) ? [] : { ...placeOf(node), ...(scalar && { scalar }) },
    ),
  };
}

const inNumbers = ({ ends, offsets, values, names, ...others }: FillRecord): FillRecord => ({
  ...others,
  ends: Uint32Array.from(ends),
  offsets: Uint32Array.from(offsets),
  values: Uint32Array.from(values),
  names: Uint32Array.from(names),
});

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
 * @returns errors: `template_invalid` for the first tag of another language in each field; `tag_without_value` that lists the tags for
 *   which the data has nothing or null, with field, line and column: the first hundred, and how many more there are.
 */
export function missingValues(texts: FieldTexts): ServiceError[] {
  const foreign = new Map<string, ServiceError>();
  const listed = new Set<string>();
  const names: string[] = [];
  let unlisted = 0;
  for (const { field, text } of eachOf(texts)) {
    const tag = text.foreignTags();
    if (tag !== undefined) foreign.set(field, new ServiceError('template_invalid', `${saidOfForeign(tag, field)}.`));
    const { tags, more } = text.missing(MAX_LISTED - listed.size);
    for (const tag of tags) listed.add(`${described(tag, field)}${saidOfAsked(tag)}`);
    for (const tag of text.takenFromSection()) listed.add(`${described(tag, field)}${OF_SECTION}`);
    for (const block of text.lostBlocks()) listed.add(`${described(block, field)}${saidOfLost(block)}`);
    names.push(...tags.map(({ tag }) => tag));
    unlisted += more;
  }
  if (listed.size === 0) return [...foreign.values()];
  const rest = unlisted === 0 ? '' : ` and ${unlisted} more`;
  const instead = namesElsewhere(names);
  const hint = instead === undefined ? '' : `: ${instead}`;
  const said = `\`data\` has no value for ${[...listed].join(', ')}${rest}${hint}.`;
  return [...foreign.values(), new ServiceError('tag_without_value', said)];
}

/** @returns as in "`{{ name }}` at html 2:5 and 3 more are printed as they stand: …". */
export function saidOfForeign({ tag, count, ...position }: ForeignTags, field: string): string {
  const more = count === 1 ? 'is printed as it stands' : `and ${count - 1} more are printed as they stand`;
  return `\`${shortened(tag)}\` at ${field} ${inShort(position)} ${more}: ${OUR_TAGS}`;
}

const OF_SECTION =
  ' (no item of its list has it, only a section around the list: write `../` before the name if that is meant)';

/** @returns as in " (`total` is a number, which has no properties)"; nothing where nothing was asked for a property. */
export const saidOfAsked = ({ scalar }: { scalar?: AskedScalar }): string =>
  scalar === undefined ? '' : ` (${saidOfScalar(scalar)})`;

/** @returns as in " (did you mean `items`?)". */
export function saidOfLost({ meant, isNoList, scalar }: LostName): string {
  if (scalar) return saidOfAsked({ scalar });
  if (isNoList) return ' (no list, perhaps a text that holds JSON: send the list itself)';
  return meant === undefined ? ' (send `[]` or null where there is none)' : ` (did you mean \`${shortened(meant)}\`?)`;
}

/** @returns as in "`[[name]]` at html 2:5". */
export const described = ({ tag, ...position }: MissingTag, field: string): string =>
  `\`[[${shortened(tag)}]]\` at ${field} ${inShort(position)}`;
