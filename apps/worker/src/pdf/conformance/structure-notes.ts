/** Footnotes, which stand at the foot of their pages, are read behind the paragraphs that call them (ISO 32000-1, 14.8.4.4.1). */
import type { Element, Kid, StructureTree } from './structure-tree.js';

/** `more`: of a note that goes on on a further page. */
const MARK = /^(call|note|more)(\d+)$/;
/** A note may stand in them, behind what calls it. */
const BODIES: ReadonlySet<string> = new Set(
  ['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Aside', 'TD', 'TH', 'LBody'], //
);

/** Before paragraphs are made: says what is a call, and what is a note. */
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

/** Puts notes where they are read. Each has an id, as ISO 14289-1, 7.9 wants. */
export function placeNotes(tree: StructureTree): void {
  const parents = new Map<Element, Element | undefined>();
  /** Those that are called by the same number, in their order. */
  const notes = new Map<string, Element[]>();
  const calls: Element[] = [];
  /** What goes on, and the notes that it belongs to. */
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
  /** Behind which kid of which element. */
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
