/** Moves footnotes from the foot of their page to the paragraphs that call them (ISO 32000-1, 14.8.4.4.1). */
import type { Element, Kid, StructureTree } from './tree.js';

/** `more` marks a note that continues on another page. */
const MARK = /^(call|note|more)(\d+)$/;
/** Types of elements that can contain a note, after the element that calls it. */
const BODIES: ReadonlySet<string> = new Set(
  ['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Aside', 'TD', 'TH', 'LBody'], //
);

/** Names calls and notes. Must run before paragraphs are made. */
export function nameNotes(tree: StructureTree): void {
  for (const element of tree.all()) {
    const [, kind] = MARK.exec(element.mark ?? '') ?? [];
    if (kind === 'note') element.type = 'Note';
    if (kind === 'call') {
      element.type = 'Reference';
      element.kids = [tree.add('Link', element.kids)];
    }
  }
}

/** Moves notes to their calls and gives them ids (ISO 14289-1, 7.9). */
export function placeNotes(tree: StructureTree): void {
  const parents = new Map<Element, Element | undefined>();
  /** The notes by the number of their call. */
  const notes = new Map<string, Element[]>();
  const calls: Element[] = [];
  /** Continued notes with the rest of them. */
  const further: [Element, Element][] = [];
  tree.walk((element, parent) => {
    parents.set(element, parent);
    const [, kind, number = ''] = MARK.exec(element.mark ?? '') ?? [];
    if (kind === 'call') calls.push(element);
    const begun = notes.get(number)?.at(-1);
    if (kind === 'more' && begun) further.push([begun, element]);
    if (element.type !== 'Note') return;
    const same = notes.get(number) ?? [];
    same.push(element);
    notes.set(number, same);
  });
  const moved = new Set<Kid>();
  for (const [note, more] of further) {
    note.kids = [...note.kids, ...more.kids];
    more.kids = [];
    moved.add(more);
  }
  /** The notes by the element to put them in, and the kid to put them after. */
  const places = new Map<Element, Map<Kid, Element[]>>();
  let count = 0;
  for (const call of calls) {
    const note = notes.get(MARK.exec(call.mark ?? '')?.[2] ?? '')?.shift();
    if (note === undefined) continue;
    count += 1;
    note.attributes.set('ID', `(note-${String(count).padStart(6, '0')})`);
    let behind = call;
    let body = parents.get(call);
    while (body !== undefined && !BODIES.has(body.type)) [behind, body] = [body, parents.get(body)];
    if (body === undefined) continue;
    moved.add(note);
    const inBody = places.get(body) ?? new Map<Kid, Element[]>();
    places.set(body, inBody.set(behind, [...(inBody.get(behind) ?? []), note]));
  }
  if (moved.size === 0) return;
  const emptied = new Set([...moved].map((note) => parents.get(note as Element)));
  for (const area of emptied) if (area) area.kids = area.kids.filter((kid) => !moved.has(kid));
  for (const [body, behind] of places) body.kids = body.kids.flatMap((kid) => [kid, ...(behind.get(kid) ?? [])]);
  for (const area of emptied) {
    const around = area && parents.get(area);
    if (around && area.kids.length === 0) around.kids = around.kids.filter((kid) => kid !== area);
  }
}
