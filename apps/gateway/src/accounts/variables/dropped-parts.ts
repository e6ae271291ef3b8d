/** Warns of parts that a text lacks and the one that it replaces had: a caller of PUT may have meant to change the rest only. */
import { DRAFT, type TemplateFault } from '@toolpress/contract';
import type { DroppedParts } from './version-scripts.js';

/** The largest number of members that a warning names. */
const MAX_NAMED = 5;

/** Returns a warning that names the dropped parts, and where they still are; undefined when there are none. */
export function droppedWarnings(
  name: string,
  [version, ...parts]: DroppedParts,
  isDraft: boolean,
): TemplateFault[] | undefined {
  const dropped = parts.flatMap(([part, bytes, names]) => {
    const members = names === '' ? undefined : (JSON.parse(names) as string[]);
    return isEmpty(part, bytes, members) ? [] : `\`${part}\` (${contentsOf(bytes, members)})`;
  });
  if (dropped.length === 0) return undefined;
  const isGone = version === DRAFT;
  const before = isGone ? 'the draft before' : `version ${version}`;
  const kept = isGone ? '' : ` Version ${version} ${isDraft ? 'remains published' : 'is kept'}.`;
  return [
    {
      code: 'parts_dropped',
      message:
        `The saved text replaces ${before} of \`${name}\`, and lacks parts of it: ${dropped.join(', ')}.${kept} ` +
        `A PUT replaces all parts; \`PATCH /api/variables/${name}\` keeps those that it does not name.`,
    },
  ];
}

/** An object without members is 2 bytes of JSON; names of members are unknown for large objects and earlier releases. */
const isEmpty = (part: string, bytes: number, members: readonly string[] | undefined): boolean =>
  part !== 'css' && bytes <= '{}'.length && (members ?? []).length === 0;

function contentsOf(bytes: number, members: readonly string[] = []): string {
  const size = `${bytes.toLocaleString('en')} bytes`;
  if (members.length === 0) return size;
  const more = members.length > MAX_NAMED ? ', …' : '';
  return `${members
    .slice(0, MAX_NAMED)
    .map((member) => `\`${member}\``)
    .join(', ')}${more}; ${size}`;
}
