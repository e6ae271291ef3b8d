/** Errors for tags without a value, and descriptions of tags for messages. */
import { type FaultPosition, ServiceError } from '@toolpress/contract';
import { hintForNames } from '../parse/foreign-syntax.js';
import type { ForeignTags } from '../parse/foreign-tags.js';
import { shortPosition } from '../parse/partials/positions.js';
import { shortened } from '../values/shortened.js';
import type { EmptyBlockReason } from './empty-blocks.js';
import type { MissingTag } from './fill-options.js';
import type { FilledText, UnclearTag } from './filled-text.js';
import { describeScalar, type ScalarOnPath } from './scalars.js';

/** Texts by the request's fields. A field may be filled for several pages. */
export type FieldTexts = Readonly<Record<string, FilledText | readonly FilledText[]>>;

/** Returns each text with its field. */
export const eachOf = (texts: FieldTexts): { field: string; text: FilledText }[] =>
  Object.entries(texts).flatMap(([field, some]) => [some].flat().map((text) => ({ field, text })));

/** A tag that prints what was probably not meant. */
export interface PlacedUnclear extends FaultPosition {
  /** The tag and its position. */
  readonly place: string;
  readonly what: string;
}

export const unclearIn = (texts: FieldTexts): PlacedUnclear[] =>
  eachOf(texts).flatMap(({ field, text }) =>
    text
      .unclear()
      .map(({ what, ...tag }: UnclearTag) => ({ ...positionOf(tag), place: describeTag(tag, field), what })),
  );

/** The largest number of tags in an error message. */
const MAX_LISTED = 100;

const OUR_TAGS = 'templates use `[[ ]]`, see /docs/templates';

/**
 * Checks for `strict` that every tag has a value and that no tag belongs to another template language.
 *
 * @returns errors: `template_invalid` for the first tag of another language in each field, and for each kind of tag that prints what was
 *   probably not meant; `tag_without_value` with the first
 *   hundred tags whose value is missing or null, each with field, line and column, and the number of further ones.
 */
export function missingValues(texts: FieldTexts): ServiceError[] {
  const foreign = new Map<string, ServiceError>();
  const listed = new Set<string>();
  const names: string[] = [];
  let position: FaultPosition | undefined;
  let unlisted = 0;
  for (const { field, text } of eachOf(texts)) {
    const tag = text.foreignTags();
    if (tag !== undefined)
      foreign.set(
        field,
        new ServiceError('template_invalid', `${describeForeignTags(tag, field)}.`, { position: positionOf(tag) }),
      );
    const { tags, more } = text.missing(MAX_LISTED - listed.size);
    const list = (tag: MissingTag, why: string): void => {
      position ??= positionOf(tag);
      if (listed.size < MAX_LISTED) listed.add(`${describeTag(tag, field)}${why}`);
      else unlisted += 1;
    };
    for (const tag of tags) list(tag, describeLack(tag));
    for (const tag of text.takenFromSection()) list(tag, OF_SECTION);
    for (const block of text.blocksWithoutValue()) list(block, describeEmptyBlock(block));
    names.push(...tags.map(({ tag }) => tag));
    unlisted += more;
  }
  const byReason = new Map(unclearIn(texts).map((tag) => [tag.what, tag]));
  const unclear = [...byReason.values()].map(
    ({ place, what, ...at }) => new ServiceError('template_invalid', `${place} ${what}.`, { position: at }),
  );
  const others = [...foreign.values(), ...unclear];
  if (listed.size === 0) return others;
  const rest = unlisted === 0 ? '' : ` and ${unlisted} more`;
  const instead = hintForNames(names);
  const hint = instead === undefined ? '' : `: ${instead}`;
  const said = `\`data\` has no value for ${[...listed].join(', ')}${rest}${hint}.`;
  return [...others, new ServiceError('tag_without_value', said, { position })];
}

const positionOf = ({ line, column }: FaultPosition): FaultPosition => ({ line, column });

/** Describes foreign tags: "`{{ name }}` at html 2:5 and 3 more are printed unchanged: …". */
export function describeForeignTags({ tag, count, ...position }: ForeignTags, field: string): string {
  const isAttribute = /^[a-z-]+[:-][a-z]+=/.test(tag);
  const [is, are, what] = isAttribute ? ['has', 'have', 'no effect'] : ['is', 'are', 'printed unchanged'];
  const more = count === 1 ? `${is} ${what}` : `and ${count - 1} more ${are} ${what}`;
  return `\`${shortened(tag)}\` at ${field} ${shortPosition(position)} ${more}: ${OUR_TAGS}`;
}

const OF_SECTION =
  ' (no item of the list has it, only a section around the list: write `../` before the name if that is intended)';

/** Describes the value whose property a tag asks for: " (`total` is a number, which has no properties)"; empty for other tags. */
const describeScalarOf = ({ scalar }: { scalar?: ScalarOnPath }): string =>
  scalar === undefined ? '' : ` (${describeScalar(scalar)})`;

/** Describes why a tag has no value: " (did you mean `[[total]]`?)"; empty if that is unknown. */
export const describeLack = ({ meant, ...tag }: Pick<MissingTag, 'meant' | 'scalar'>): string =>
  meant === undefined ? describeScalarOf(tag) : ` (did you mean \`[[${shortened(meant)}]]\`?)`;

/** Describes why a block is empty: " (did you mean `items`?)". */
export function describeEmptyBlock({ meant, isNoList, scalar }: EmptyBlockReason): string {
  if (scalar) return describeScalarOf({ scalar });
  if (isNoList) return ' (not a list, perhaps a text of JSON: send the list itself)';
  return meant === undefined ? ' (send `[]` or null if there is none)' : ` (did you mean \`${shortened(meant)}\`?)`;
}

/** Describes a tag: "`[[name]]` at html 2:5". */
export const describeTag = ({ tag, ...position }: MissingTag, field: string): string =>
  `\`[[${shortened(tag)}]]\` at ${field} ${shortPosition(position)}`;
