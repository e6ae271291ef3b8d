/** Warnings that say the same of several places become one. */
import type { ContentWarning } from '@toolpress/contract';

/** What a message consists of: "`img`", "at html 12:5", "has no `alt`". */
export interface Said {
  readonly name: string;
  readonly place: string;
  readonly fault: string;
  /** What is wrong, without what to do, where that is not what stands before the first colon. */
  readonly reason?: string;
  /** How often it is so there, as a loop makes it. */
  readonly count: number;
}

export interface SaidWarning extends ContentWarning {
  /** Absent where a message names all of its places already. */
  readonly said?: Said;
}

/** How many places a warning names. */
const MAX_PLACES = 3;

/** @returns one warning of each kind, in the order of their first: of several places it names the first, and how many there are. */
export function warningsByKind(found: readonly SaidWarning[]): ContentWarning[] {
  const kinds = new Map<string, { first: ContentWarning; all: Said[] }>();
  for (const { said, ...first } of found) {
    // The way on may name a file.
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

/** Behind "at html 4:5" follows "9:5". */
function withoutField(place: string, index: number, all: readonly string[]): string {
  const fieldOf = (one = ''): string => /^at \S+ (?=\d)/.exec(one)?.[0] ?? '';
  return index > 0 && fieldOf(place) === fieldOf(all[index - 1]) ? place.slice(fieldOf(place).length) : place;
}
