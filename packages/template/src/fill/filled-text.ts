/** Filled text with the origin of its characters. */

import { FOREIGN_SIGNS, type ForeignTags, foreignTagsIn } from '../parse/foreign-tags.js';
import { type Position, Positions } from '../parse/partials/positions.js';
import type { Template, TemplateNode, TextNode, ValueNode } from '../parse/template.js';
import { indexOfFirst } from '../values/index-of-first.js';
import type { TemplateData } from '../values/values.js';
import type { EmptyBlockReason } from './empty-blocks.js';
import { fillTemplate } from './fill.js';
import type { FillOptions, MissingTag, PlacedTag } from './fill-options.js';
import type { ScalarOnPath } from './scalars.js';

/** A place in a template. */
export interface Origin extends Position {
  /** The tag that the text came from, as written; undefined for the template's own text. */
  readonly tag?: string;
}

/** A block without a value, see `FillOptions.onEmptyBlock`. */
export interface EmptyBlock extends MissingTag, EmptyBlockReason {}

/** A tag that prints what was probably not meant, see `FillOptions.onUnclear`. */
export interface UnclearTag extends MissingTag {
  readonly what: string;
}

/** The pieces of a filled text, as lists of numbers. */
interface FillRecord {
  /** For each piece, the offset of its end in the text and of its start in the source. */
  readonly ends: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  /** The indexes of the pieces that are values, and their indexes in `tags`. */
  readonly values: ArrayLike<number>;
  readonly names: ArrayLike<number>;
  readonly tags: readonly string[];
  /** Tags without a value, each once, in the order of filling. */
  readonly missing: readonly PlacedTag[];
  /** The tags that printed nothing everywhere because their value is missing (not null). */
  readonly empty: readonly PlacedTag[];
}

/** Tags that filling found something about. */
interface Found {
  /** Tags that took a value from outside their list, see `FillOptions.onOuter`. */
  outer: PlacedTag[];
  /** Tags that took a value from a section around the list because no item has it. */
  ofSection: PlacedTag[];
  /** Tags that read a field that no item of a list has. */
  fieldless: PlacedTag[];
  lost: (PlacedTag & EmptyBlockReason)[];
  /** Tags that print what was probably not meant. */
  unclear: (PlacedTag & Pick<UnclearTag, 'what'>)[];
}

/** A filled text. Its origins are needed for errors only, so they are computed when they are asked for. */
export class FilledText {
  readonly text: string;
  private readonly found: Found;
  private readonly recording: Recording;
  private knownRecord: FillRecord | undefined;
  private knownPositions: Positions | undefined;

  /** Fills the template, see `fillTemplate`. */
  constructor(
    private readonly template: Template,
    data: TemplateData | undefined,
    private readonly options: FillOptions = {},
  ) {
    const { text, found, recording } = filledWith(template, data, options);
    this.text = text;
    this.found = found;
    this.recording = recording;
  }

  /**
   * Returns the origin of a range: the position of its first character (of the tag, if it begins with a value), and the first tag
   * in it.
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

  /** Returns the template's source from the origin of an offset in `text` on. */
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

  private get record(): FillRecord {
    this.knownRecord ??= this.recording.toRecord();
    return this.knownRecord;
  }

  private get positions(): Positions {
    this.knownPositions ??= new Positions(this.template.source);
    return this.knownPositions;
  }

  /** Returns the tags that took a value from outside their list although other items have the field. */
  takenFromOutside(): MissingTag[] {
    return this.placed(this.found.outer);
  }

  /** Returns the tags that took a value from a section around their list because no item has the field. */
  takenFromSection(): MissingTag[] {
    return this.placed(this.found.ofSection);
  }

  /** Returns the tags that read a field that no item of a list has. */
  withUnknownField(): MissingTag[] {
    return this.placed(this.found.fieldless);
  }

  /** Returns the blocks whose names are probably misspelt, and loops over values that are not lists. */
  blocksWithoutValue(): EmptyBlock[] {
    return this.placed(this.found.lost);
  }

  /** Returns the tags that print what was probably not meant, each with its first reason. */
  unclear(): UnclearTag[] {
    return this.placed(this.found.unclear);
  }

  private placed<Tag extends PlacedTag>(tags: readonly Tag[]): (Omit<Tag, 'offset'> & Position)[] {
    return tags.map(({ offset, ...tag }) => ({ ...tag, ...this.positions.at(offset) }));
  }

  /** A quick check: whether warnings may name any of its tags. */
  get mayWarn(): boolean {
    const lists: (readonly unknown[])[] = Object.values(this.found);
    return (
      lists.some(({ length }) => length > 0) ||
      this.recording.lacksValues ||
      this.fallsBack ||
      FOREIGN_SIGNS.test(this.template.source)
    );
  }

  /** Whether a value was formatted as in English because the document's language is unknown. */
  get fallsBack(): boolean {
    return this.options.formats?.fallsBack === true;
  }

  /** Returns the tags of other template languages in the template's own text. */
  foreignTags(): ForeignTags | undefined {
    if (!FOREIGN_SIGNS.test(this.template.source)) return undefined;
    return foreignTagsIn(this.template, this.options.escape === 'css' ? 'css' : 'html');
  }

  /** Returns the first tags without a value, in the order of filling, and the number of further ones. */
  missing(limit: number): { tags: MissingTag[]; more: number } {
    const { missing } = this.record;
    const tags = this.placed(missing.slice(0, limit));
    return { tags, more: missing.length - tags.length };
  }

  /** Whether any tag printed a value. */
  get hasValues(): boolean {
    return this.record.values.length > 0;
  }

  /** The tags that printed nothing everywhere because their value is missing (not null). */
  neverFilled(): MissingTag[] {
    return this.placed(this.record.empty);
  }
}

const placeOf = (node: Exclude<TemplateNode, TextNode>): PlacedTag => ({ tag: node.name, offset: node.offset });

function filledWith(
  template: Template,
  data: TemplateData | undefined,
  options: FillOptions,
): { text: string; found: Found; recording: Recording } {
  const outer = new Set<TemplateNode>();
  const ofSection = new Set<TemplateNode>();
  const fieldless = new Set<TemplateNode>();
  const reasons = new Map<TemplateNode, string>();
  const lost: Found['lost'] = [];
  let filling = new Recording();
  const text = fillTemplate(template, data, {
    ...options,
    onPiece: (node, length) => filling.addPiece(node, length),
    onMissing: (tag) => void filling.missing.push(tag),
    onUndefined: (node, scalar) => filling.addUndefined(node, scalar),
    onOuter: (node, whose) => void (whose === 'ofSome' ? outer : ofSection).add(node),
    onUnknownField: (node) => void fieldless.add(node),
    onUnclear: (node, what) => void (reasons.has(node) || reasons.set(node, what)),
    onEmptyBlock: (node, name) => void lost.push({ ...placeOf(node), ...name }),
    onRestart: () => {
      lost.length = 0;
      filling = new Recording();
    },
  });
  const tagsOf = (nodes: ReadonlySet<TemplateNode>): PlacedTag[] =>
    [...nodes].flatMap((node) => (node.kind === 'text' ? [] : [placeOf(node)]));
  const unclear = [...reasons].flatMap(([node, what]) => (node.kind === 'text' ? [] : [{ ...placeOf(node), what }]));
  return {
    text,
    found: { outer: tagsOf(outer), ofSection: tagsOf(ofSection), fieldless: tagsOf(fieldless), lost, unclear },
    recording: filling,
  };
}

/** What is recorded while a text is filled: as little as possible for each piece. */
class Recording {
  readonly missing: PlacedTag[] = [];
  private readonly nodes: (TextNode | ValueNode)[] = [];
  private readonly lengths: number[] = [];
  /** The tags that printed nothing because their value is missing, and how often. */
  private readonly empty = new Map<ValueNode, { times: number; readonly scalar: ScalarOnPath | undefined }>();

  addPiece(node: TextNode | ValueNode, length: number): void {
    this.nodes.push(node);
    this.lengths.push(length);
  }

  /** Whether a tag printed nothing because its value is missing. */
  get lacksValues(): boolean {
    return this.empty.size > 0;
  }

  addUndefined(node: ValueNode, scalar: () => ScalarOnPath | undefined): void {
    const known = this.empty.get(node);
    if (known === undefined) this.empty.set(node, { times: 1, scalar: scalar() });
    else known.times += 1;
  }

  toRecord(): FillRecord {
    const [ends, offsets, values, names]: [number[], number[], number[], number[]] = [[], [], [], []];
    const tags = new Map<ValueNode, number>();
    const printed = new Map<ValueNode, number>();
    let done = 0;
    for (const [at, node] of this.nodes.entries()) {
      if (node.kind === 'value' && this.empty.has(node)) printed.set(node, (printed.get(node) ?? 0) + 1);
      const length = this.lengths[at] ?? 0;
      if (length === 0) continue;
      done += length;
      if (node.kind === 'value') {
        const index = tags.get(node) ?? tags.size;
        tags.set(node, index);
        values.push(ends.length);
        names.push(index);
      }
      ends.push(done);
      offsets.push(node.offset);
    }
    const meantAt = new Map(this.missing.map(({ offset, meant }) => [offset, meant]));
    return {
      ends,
      offsets,
      values,
      names,
      missing: this.missing,
      tags: [...tags.keys()].map(({ name }) => name),
      empty: [...this.empty].flatMap(([node, { times, scalar }]) => {
        const meant = meantAt.get(node.offset);
        const place = { ...placeOf(node), ...(scalar && { scalar }), ...(meant && { meant }) };
        return printed.get(node) === times ? place : [];
      }),
    };
  }
}
