/** Makes lists as ISO 32000-1, 14.8.4.3.3 defines them: an `L` of `LI`s, each with an optional label and a body. */
import type { Dictionary } from '@toolpress/pdf/edit';
import { Element, type Kid, type StructureTree } from './tree.js';

const ITEMS: ReadonlySet<string> = new Set(['LI', 'L', 'Caption']);

export function repairLists(tree: StructureTree): void {
  for (const element of tree.all()) {
    if (element.mark === 'dl') repairDescriptions(element, tree);
    if (element.type === 'L') element.kids = element.kids.flatMap((kid) => itemsOf(kid, tree));
    else element.kids = inLists(element.kids, tree);
  }
  for (const element of tree.all()) if (element.type === 'LI') element.kids = withBody(element.kids, tree);
  const contents = tree.all().filter(({ mark }) => mark === 'toc');
  for (const element of contents) repairContents(element, tree);
}

const isOf = (kid: Kid, types: ReadonlySet<string>): kid is Element => kid instanceof Element && types.has(kid.type);

/** Makes an item of each kid that is not an item, a list or a caption. */
function itemsOf(kid: Kid, tree: StructureTree): Kid[] {
  if (isOf(kid, ITEMS)) return [kid];
  const isGroup = kid instanceof Element && kid.kids.some((own) => isOf(own, ITEMS));
  if (!isGroup) return [tree.add('LI', [kid])];
  return kid.kids.flatMap((own) => (isOf(own, ITEMS) ? [own] : [tree.add('LI', [own])]));
}

const LI: ReadonlySet<string> = new Set(['LI']);

/** Makes a list of items outside of lists. */
function inLists(kids: Kid[], tree: StructureTree): Kid[] {
  if (!kids.some((kid) => isOf(kid, LI))) return kids;
  const all: Kid[] = [];
  let list: Element | undefined;
  for (const kid of kids) {
    if (!isOf(kid, LI)) {
      list = undefined;
      all.push(kid);
    } else if (list) list.kids.push(kid);
    else {
      list = tree.add('L', [kid]);
      all.push(list);
    }
  }
  return all;
}

const PARTS: ReadonlySet<string> = new Set(['Lbl', 'LBody']);

function withBody(kids: readonly Kid[], tree: StructureTree): Kid[] {
  const labels = kids.filter((kid) => isOf(kid, PARTS));
  const body = kids.filter((kid) => !isOf(kid, PARTS));
  return body.length === 0 ? labels : [...labels, tree.add('LBody', body)];
}

/** Converts a `dl`: terms are labels of the descriptions that follow them. */
function repairDescriptions(list: Element, tree: StructureTree): void {
  const marked = (kid: Kid): string | undefined => (kid instanceof Element ? kid.mark : undefined);
  if (!list.kids.every((kid) => marked(kid) === 'dt' || marked(kid) === 'dd')) return;
  const items: Element[] = [];
  for (const part of list.kids as Element[]) {
    const last = items.at(-1);
    const before = last && marked(last.kids.at(-1) as Kid);
    if (last && (part.mark === 'dd' || before === 'dt')) last.kids.push(part);
    else items.push(tree.add('LI', [part]));
  }
  for (const item of items) {
    const parts = item.kids as Element[];
    item.kids = [...joined(parts, 'dt', 'Lbl', tree), ...joined(parts, 'dd', 'LBody', tree)];
  }
  list.type = 'L';
  list.kids = items;
  const numbering: Dictionary = new Map([
    ['O', '/List'],
    ['ListNumbering', '/None'],
  ]);
  list.attributes.set('A', numbering);
}

/** Keeps a single element. Several become paragraphs of a new one. */
function joined(parts: readonly Element[], mark: string, type: string, tree: StructureTree): Element[] {
  const own = parts.filter((part) => part.mark === mark);
  if (own.length <= 1) return own.map((part) => Object.assign(part, { type }));
  for (const part of own) part.type = part.type === 'Div' ? 'Div' : 'P';
  return [tree.add(type, own)];
}

/** Makes a table of contents (14.8.4.2), in which each entry is a reference. */
function repairContents(nav: Element, tree: StructureTree): void {
  const waiting = [nav];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const kid of next.kids) if (kid instanceof Element) waiting.push(kid);
    if (next.type === 'L') {
      next.type = 'TOC';
      next.attributes.delete('A');
    } else if (next.type === 'LI') {
      next.type = 'TOCI';
      const kids = next.kids.flatMap((kid) => (isOf(kid, PARTS) && kid.type === 'LBody' ? kid.kids : [kid]));
      waiting.push(...kids.filter((kid) => kid instanceof Element));
      next.kids = entryOf(kids, tree);
    }
  }
}

const LISTS: ReadonlySet<string> = new Set(['L', 'TOC']);

function entryOf(kids: readonly Kid[], tree: StructureTree): Kid[] {
  const lists = kids.filter((kid) => isOf(kid, LISTS));
  const labels = kids.filter((kid) => isOf(kid, PARTS));
  const text = kids.filter((kid) => !lists.includes(kid as Element) && !labels.includes(kid as Element));
  return [...labels, ...(text.length > 0 ? [tree.add('Reference', text)] : []), ...lists];
}
