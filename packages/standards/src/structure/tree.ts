/** The structure tree of a PDF (ISO 32000-1, 14.7), which can be changed. Reading and writing take linear time. */
import {
  asDictionary,
  asReference,
  type Dictionary,
  isReference,
  type PdfEdit,
  type PdfValue,
  type Reference,
  written,
} from '@toolpress/pdf/edit';

/** Content of an element: a marked-content sequence of a page, or of a form that it draws. */
export interface Content {
  /** The form's stream or the page. */
  readonly owner: Reference;
  readonly page: Reference | undefined;
  readonly mcid: number;
  /** Whether Chromium has made an element of it, which has no other information: a text of HTML on one page. */
  readonly isText: boolean;
}

/** A link or another annotation. */
export interface Annotation {
  readonly annotation: Reference;
  readonly page: Reference | undefined;
}

export type Kid = Element | Content | Annotation;

/** Texts that CSS adds to an element. */
export interface GeneratedTexts {
  /** The number of the element among the elements of the body. */
  readonly number: number;
  /** The number of pieces of the text. */
  readonly before: number;
  readonly after: number;
  /** The pieces of the label of a list item that has both: `t` for a text that the browser marks, `c` for a counter, which it does not. */
  readonly label: string;
  /** Whether the texts are read out. Marks and lines are not. */
  readonly isRead: boolean;
  /** Whether the element has another text that is not read out. */
  readonly isPart: boolean;
}

/** A structure element. */
export class Element {
  kids: Kid[] = [];
  /** The mark in the printed document: see `marks.ts` of packages/document. */
  mark: string | undefined;
  /** Texts that CSS adds to the element. */
  generated: GeneratedTexts | undefined;

  /** @param attributes all entries but `Type`, `S`, `P`, `Pg` and `K`, which the tree writes itself. */
  constructor(
    readonly reference: Reference,
    public type: string,
    readonly attributes: Dictionary = new Map(),
  ) {}
}

export const isContent = (kid: Kid): kid is Content => 'mcid' in kid;
export const isAnnotation = (kid: Kid): kid is Annotation => 'annotation' in kid;

/**
 * Replaces kids of an element. Most stay, and a list is made only if one does not.
 *
 * @param replace returns what takes the place of a kid; undefined if the kid stays.
 */
export function replaceKids(element: Element, replace: (kid: Kid) => readonly Kid[] | undefined): void {
  const { kids } = element;
  let replaced: Kid[] | undefined;
  for (let index = 0; index < kids.length; index++) {
    const kid = kids[index] as Kid;
    const others = replace(kid);
    if (others === undefined) replaced?.push(kid);
    else {
      replaced ??= kids.slice(0, index);
      for (const other of others) replaced.push(other);
    }
  }
  if (replaced !== undefined) element.kids = replaced;
}

const OWN_KEYS: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'Pg', 'K']);

/**
 * An element as Skia writes most of them: without other attributes than those of a cell in one row and one column, which are the default.
 * Reading them as text takes a quarter of the time.
 */
const SIMPLE =
  /^<<\/Type \/StructElem\n\/S \/(\w+)\n\/P \d+ 0 R(?:\n\/Pg (\d+) 0 R)?\n\/K \[?([\d R]+)\]?(\n\/A \[(?: ?<<\/O \/Table\n\/(?:(?:Row|Col)Span 1|Headers \[[()\w ]*\])>>)*\])?>>$/;

/** The page and the kids of an element as they are written. */
interface Read {
  own: PdfValue | undefined;
  kids: readonly PdfValue[];
}

/** Types whose texts stay elements, because their own contents have another meaning. */
const APART: ReadonlySet<string> = new Set(['Figure', 'Form', 'Formula', 'Lbl']);

export class StructureTree {
  readonly root: Element;
  private readonly rootReference: Reference;

  /** @returns the tree, or an empty one for a PDF without tags, which has nothing to read out. */
  static of(edit: PdfEdit): StructureTree {
    const reference = edit.catalog.get('StructTreeRoot');
    return new StructureTree(edit, isReference(reference) ? reference : addedRoot(edit));
  }

  private constructor(
    readonly edit: PdfEdit,
    reference: Reference,
  ) {
    this.rootReference = reference;
    const [document] = listOf(asDictionary(edit.follow(reference)).get('K'));
    this.root = this.read(asReference(document));
  }

  /** @returns a new element. Add it to the `kids` of another one to insert it. */
  add(type: string, kids: Kid[] = []): Element {
    const element = new Element(this.edit.reserve(), type);
    element.kids = kids;
    return element;
  }

  /** @returns all elements, parents first. */
  all(): Element[] {
    const all = [this.root];
    for (let index = 0; index < all.length; index++)
      for (const kid of (all[index] as Element).kids) if (kid instanceof Element) all.push(kid);
    return all;
  }

  /** Visits all elements in reading order, parents first. */
  walk(visit: (element: Element, parent: Element | undefined) => void): void {
    const waiting = [this.root];
    const parents: (Element | undefined)[] = [undefined];
    for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
      visit(element, parents.pop());
      const { kids } = element;
      for (let index = kids.length - 1; index >= 0; index--) {
        const kid = kids[index];
        if (!(kid instanceof Element)) continue;
        waiting.push(kid);
        parents.push(element);
      }
    }
  }

  /** Texts become contents of the elements around them. They are half of the elements. */
  private read(document: Reference): Element {
    const root = new Element(document, '');
    const waiting: [Element, Read, Reference | undefined][] = [[root, this.readAny(root), undefined]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [element, { own, kids }, around] = next;
      const page = isReference(own) ? own : around;
      for (const kid of kids) {
        if (!isReference(kid)) {
          element.kids.push(itemOf(kid, page));
          continue;
        }
        const simple = this.readSimple(kid);
        if (simple && isOnlyText(simple) && !APART.has(element.type)) {
          const on = isReference(simple.own) ? simple.own : page;
          for (const mcid of simple.kids) element.kids.push(contentOf(on, undefined, mcid, true));
          continue;
        }
        const child = new Element(kid, simple?.type ?? '');
        element.kids.push(child);
        waiting.push([child, simple ?? this.readAny(child), page]);
      }
    }
    return root;
  }

  /** @returns the element, or undefined when it is not a simple one. */
  private readSimple(reference: Reference): (Read & { type: string }) | undefined {
    const [, type, own, kids = '', ofCell] = SIMPLE.exec(this.edit.text(reference) ?? '') ?? [];
    if (type === undefined || (ofCell !== undefined && type !== 'TD')) return undefined;
    return { type, own: own === undefined ? undefined : { object: Number(own) }, kids: kidsIn(kids) };
  }

  /** Reads the type and the attributes of an element. */
  private readAny(element: Element): Read {
    const value = asDictionary(this.edit.follow(element.reference));
    element.type = String(value.get('S')).slice(1);
    for (const [key, entry] of value) if (!OWN_KEYS.has(key)) element.attributes.set(key, entry);
    return { own: value.get('Pg'), kids: listOf(value.get('K')) };
  }

  /** Writes the tree and the entries that lead from pages and annotations to it (ISO 32000-1, 14.7.4.4). */
  write(): void {
    const { edit } = this;
    const owners = new Map<number, { owner: Reference; elements: Reference[] }>();
    const annotated: { annotation: Reference; element: Reference }[] = [];
    const value = asDictionary(edit.follow(this.rootReference));
    this.walk((element, parent) => {
      edit.putText(element.reference, textOf(element, parent?.reference ?? this.rootReference));
      for (const kid of element.kids) {
        if (kid instanceof Element) continue;
        if (isAnnotation(kid)) annotated.push({ annotation: kid.annotation, element: element.reference });
        else {
          const of = owners.get(kid.owner.object) ?? { owner: kid.owner, elements: [] };
          owners.set(kid.owner.object, of);
          of.elements[kid.mcid] = element.reference;
        }
      }
    });
    const entries: [number, PdfValue][] = [];
    for (const { owner, elements } of owners.values()) {
      const key = asDictionary(edit.follow(owner)).get('StructParents');
      if (key === undefined) throw new Error('marked content of the PDF has no `StructParents`');
      const list: PdfValue = Array.from(elements, (element) => element ?? 'null');
      entries.push([Number(key), edit.add({ value: list })]);
    }
    let next = 1 + entries.reduce((most, [key]) => Math.max(most, key), -1);
    for (const { annotation, element } of annotated) {
      const link = new Map(asDictionary(edit.follow(annotation)));
      edit.put(annotation, { value: link.set('StructParent', String(next)) });
      entries.push([next, element]);
      next += 1;
    }
    entries.sort(([one], [other]) => one - other);
    const parents = edit.add({ value: new Map([['Nums', entries.flatMap(([key, entry]) => [String(key), entry])]]) });
    const root = new Map(value).set('ParentTree', parents).set('ParentTreeNextKey', String(next));
    edit.put(this.rootReference, { value: root });
    this.writeIds(root);
  }

  /** Writes the tree of ids (14.7.2), sorted, so that readers can search it. */
  private writeIds(root: Dictionary): void {
    const ids: [string, Reference][] = [];
    this.walk(({ attributes, reference }) => {
      const id = attributes.get('ID');
      if (typeof id === 'string') ids.push([id, reference]);
    });
    root.delete('IDTree');
    if (ids.length === 0) return;
    ids.sort(([one], [other]) => (one < other ? -1 : 1));
    root.set('IDTree', this.edit.add({ value: new Map([['Names', ids.flat()]]) }));
  }

  /** Maps types that PDF 1.7 does not define to types that it does. */
  mapRoles(roles: ReadonlyMap<string, string>): void {
    const root = new Map(asDictionary(this.edit.follow(this.rootReference)));
    if (roles.size > 0) root.set('RoleMap', new Map([...roles].map(([type, role]) => [type, `/${role}`])));
    this.edit.put(this.rootReference, { value: root });
  }
}

/** @returns whether Chromium has made the element of a text. */
const isOnlyText = ({ type, kids }: Read & { type: string }): boolean =>
  type === 'NonStruct' && kids.every((kid) => typeof kid === 'string');

/** @param written identifiers of contents, and references to elements: `0 12 0 R`. */
function kidsIn(written: string): PdfValue[] {
  const words = written.split(' ');
  const kids: PdfValue[] = [];
  for (let at = 0; at < words.length; at++) {
    const number = words[at] as string;
    if (words[at + 2] !== 'R') kids.push(number);
    else {
      kids.push({ object: Number(number) });
      at += 2;
    }
  }
  return kids;
}

function addedRoot(edit: PdfEdit): Reference {
  const root = edit.reserve();
  const document = edit.add({
    value: new Map<string, PdfValue>([
      ['S', '/Document'],
      ['P', root],
    ]),
  });
  edit.put(root, {
    value: new Map<string, PdfValue>([
      ['Type', '/StructTreeRoot'],
      ['K', document],
    ]),
  });
  edit.catalog.set('StructTreeRoot', root).set('MarkInfo', new Map([['Marked', 'true']]));
  return root;
}

function itemOf(kid: PdfValue, page: Reference | undefined): Content | Annotation {
  if (typeof kid === 'string') return contentOf(page, undefined, kid);
  const item = asDictionary(kid);
  const own = item.get('Pg');
  const on = isReference(own) ? own : page;
  if (item.get('Type') === '/OBJR') return { annotation: asReference(item.get('Obj')), page: on };
  const stream = item.get('Stm');
  return contentOf(on, isReference(stream) ? stream : undefined, item.get('MCID'));
}

function contentOf(
  page: Reference | undefined,
  stream: Reference | undefined,
  mcid: PdfValue | undefined,
  isText = false,
): Content {
  return { owner: asReference(stream ?? page), page, mcid: Number(mcid), isText };
}

/** @returns the element as it is written. A document has tens of thousands of them. */
function textOf({ type, attributes, kids }: Element, parent: Reference): string {
  let text = `<</S /${type}\n/P ${parent.object} 0 R`;
  for (const [key, entry] of attributes) text += `\n/${key} ${written(entry)}`;
  let page: Reference | undefined;
  for (const kid of kids) if (!(kid instanceof Element)) page ??= kid.page;
  if (page) text += `\n/Pg ${page.object} 0 R`;
  const [only] = kids;
  if (kids.length === 1 && only) text += `\n/K ${textOfKid(only, page)}`;
  else if (kids.length > 1) text += `\n/K [${kids.map((kid) => textOfKid(kid, page)).join(' ')}]`;
  return `${text}>>`;
}

const textOfKid = (kid: Kid, usual: Reference | undefined): string =>
  kid instanceof Element ? `${kid.reference.object} 0 R` : written(itemOfKid(kid, usual));

function itemOfKid(kid: Content | Annotation, usual: Reference | undefined): PdfValue {
  const page: [string, PdfValue][] = kid.page && kid.page.object !== usual?.object ? [['Pg', kid.page]] : [];
  if (isAnnotation(kid)) return new Map<string, PdfValue>([['Type', '/OBJR'], ...page, ['Obj', kid.annotation]]);
  const { owner, mcid } = kid;
  const isForm = owner.object !== kid.page?.object;
  if (!isForm && page.length === 0) return String(mcid);
  const stream: [string, PdfValue][] = isForm ? [['Stm', owner]] : [];
  return new Map<string, PdfValue>([['Type', '/MCR'], ...page, ...stream, ['MCID', String(mcid)]]);
}

const listOf = (value: PdfValue | undefined): PdfValue[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
