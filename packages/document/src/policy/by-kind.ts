/** Groups warnings with the same fault at several places. */
import type { ContentWarning } from '@toolpress/contract';

/** The parts of a message: "`img`", "at html 12:5", "has no `alt`". */
export interface Said {
  readonly name: string;
  readonly place: string;
  readonly fault: string;
  /** The fault without what to do. Defaults to the text before the first colon. */
  readonly reason?: string;
  /** The number of times at this place, as in a loop. */
  readonly count: number;
}

export interface GroupableWarning extends ContentWarning {
  /** Undefined if the message already names all places. */
  readonly said?: Said;
}

/** The largest number of places in a warning. */
const MAX_PLACES = 3;

/** Returns one warning of each kind, in order. It names the first places and their number. */
export function warningsByKind(found: readonly GroupableWarning[]): ContentWarning[] {
  const kinds = new Map<string, { first: ContentWarning; all: Said[] }>();
  for (const { said, ...first } of found) {
    // What to do may differ by file.
    const key = JSON.stringify(
      said ? [first.code, said.name, said.reason ?? said.fault.split(': ')[0]] : [first.code, first.message],
    );
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, { first, all: said ? [said] : [] });
    else if (said) known.all.push(said);
  }
  return [...kinds.values()].map(({ first, all }) => (all.length > 1 ? { ...first, message: messageOf(all) } : first));
}

function messageOf(all: readonly Said[]): string {
  const [{ name, fault } = { name: '', fault: '' }] = all;
  const count = all.reduce((sum, said) => sum + said.count, 0);
  const places: string[] = [];
  for (const { place } of all) {
    if (places.length === MAX_PLACES) break;
    if (!places.includes(place)) places.push(place);
  }
  return `${name} (${count} times, first ${places.map(withoutField).join(', ')}) ${fault}.`;
}

/** Shortens a place in the same field: "9:5" after "at html 4:5". */
function withoutField(place: string, index: number, all: readonly string[]): string {
  const fieldOf = (one = ''): string => /^at \S+ (?=\d)/.exec(one)?.[0] ?? '';
  return index > 0 && fieldOf(place) === fieldOf(all[index - 1]) ? place.slice(fieldOf(place).length) : place;
}
