/** Lists of what pages do not show. */
import * as dom from '../shared/dom.js';

/** How an element is found again in the text of the document: by its place among those that are written alike. */
export interface Place {
  tag: string;
  id: string;
  classes: string;
  nth: number;
}

/** What an entry says besides: the declaration that hides it, the edge, the share of the text. */
interface Details {
  how?: string | undefined;
  side?: string;
  share?: number;
}

export interface Found extends Place, Details {
  words: string;
  count: number;
}

const written = new Map<string, number>();

/** Returns the place of an element. To be called for each element once, in their order. */
export function placeOf(element: Element): Place {
  const attribute = (name: string) => dom.getAttribute(element, name) ?? '';
  // Ids of the service are not in the text.
  const id = attribute('id').replace(/^toolpress-.*/, '');
  const key = { tag: dom.localName(element), id, classes: attribute('class') };
  const text = JSON.stringify(key);
  const nth = written.get(text) ?? 0;
  written.set(text, nth + 1);
  return { ...key, nth };
}

/** The largest number of words that a message quotes, and of their characters. */
const MOST_WORDS = 6;
export const MOST_CHARACTERS = 60;

/** Returns the first words of a text. */
export const quoted = (text: string): string =>
  text.trim().split(/\s+/, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS).toWellFormed();

/** The largest number of entries. */
export const MOST = 10;

/** A list with one entry for elements that are written alike. */
export class FoundList {
  private readonly known = new Map<string, Found>();

  /** @param text what is lost. */
  add(place: Place, details: Details, text: string): void {
    const key = `${place.tag} ${place.id} ${place.classes} ${details.how ?? ''}`;
    const entry = this.known.get(key);
    if (entry) entry.count += 1;
    else if (this.known.size < MOST)
      this.known.set(key, { ...place, ...details, words: quoted(text).trim(), count: 1 });
  }

  get all(): Found[] {
    return [...this.known.values()];
  }
}
