/** Makes paragraphs and groups. Chromium tags a `div`, a `span` and a text of HTML as `NonStruct`. */
import { Element, isContent, type Kid, replaceKids, type StructureTree } from './tree.js';

export const INLINE: ReadonlySet<string> = new Set(
  ['Span', 'Strong', 'Em', 'Code', 'Link', 'Quote', 'Reference', 'Note', 'Ruby', 'Form', 'Lbl', 'Annot'], //
);
const HEADINGS = ['H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'];
/** Types that are inline or blocks. */
const PICTURES: ReadonlySet<string> = new Set(['Figure', 'Formula']);
/** Types with inline contents. */
const PARAGRAPHS: ReadonlySet<string> = new Set([...INLINE, ...HEADINGS, 'P', 'RB', 'RT', 'RP']);
/** Types that cannot contain text directly. */
const GROUPS: ReadonlySet<string> = new Set(['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Aside']);
/** Types that are kept when they are empty. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(['TD', 'TH', 'Document']);
/** Types without meaning unless they have attributes. */
const WRAPPERS: ReadonlySet<string> = new Set(['NonStruct', 'Div', 'Span']);

/** The mark of an inline box of the document's author. */
const PHRASE = 'i';

/** Removes elements without content, moves texts into their paragraphs, and makes paragraphs or groups of boxes, or removes them. */
export function repairBlocks(tree: StructureTree): void {
  const all = tree.all();
  const texts = new Set(all.filter(isText));
  for (const element of all.toReversed()) {
    if (element.type === 'Figure' && isWrapper(element)) element.type = 'NonStruct';
    replaceKids(element, (kid) => withContent(kid, texts));
  }
  const blocks = blocksOf(tree);
  tree.walk((element, parent) => {
    if (element.type === 'NonStruct') element.type = typeOfBox(element, parent, blocks);
    else if (element.type === 'Ruby') element.kids = partsOfRuby(element.kids, tree);
  });
  for (const element of tree.all().toReversed()) {
    replaceKids(element, (kid) => (saysNothing(kid, element) ? kid.kids : undefined));
    if (GROUPS.has(element.type)) element.kids = inParagraphs(element.kids, tree);
  }
}

/** @returns whether Chromium has made the element of a text that is not yet part of another: it has contents only, and no attributes. */
const isText = ({ type, attributes, mark, kids }: Element): boolean =>
  type === 'NonStruct' &&
  attributes.size === 0 &&
  mark === undefined &&
  kids.every((kid) => isContent(kid) && !kid.isText);

/** @returns whether a `figure` is not an image itself. */
const isWrapper = ({ attributes, kids }: Element): boolean => !attributes.has('Alt') && !kids.some(isContent);

/** @returns what takes the place of a kid; undefined if it stays. */
function withContent(kid: Kid, texts: ReadonlySet<Element>): readonly Kid[] | undefined {
  if (!(kid instanceof Element)) return undefined;
  if (texts.has(kid)) return kid.kids;
  return kid.kids.length > 0 || KEPT_EMPTY.has(kid.type) ? undefined : [];
}

/** @returns the elements that are, or contain, blocks. */
function blocksOf(tree: StructureTree): Set<Element> {
  const blocks = new Set<Element>();
  for (const element of tree.all().toReversed()) {
    const isInLine = INLINE.has(element.type) || PICTURES.has(element.type) || element.mark === PHRASE;
    if (!isInLine || element.kids.some((kid) => blocks.has(kid as Element))) blocks.add(element);
  }
  return blocks;
}

function typeOfBox(element: Element, parent: Element | undefined, blocks: ReadonlySet<Element>): string {
  if (parent && PARAGRAPHS.has(parent.type)) return 'Span';
  if (!blocks.has(element) || (parent && isForeignPhrase(element, parent, blocks))) return 'Span';
  return element.kids.some((kid) => blocks.has(kid as Element)) ? 'Div' : 'P';
}

/** @returns whether an element is inline text in another language than the text around it. */
const isForeignPhrase = ({ attributes, kids }: Element, parent: Element, blocks: ReadonlySet<Element>): boolean =>
  attributes.has('Lang') && parent.kids.some(isContent) && !kids.some((kid) => blocks.has(kid as Element));

/** Ruby text without an annotation type is the base. */
function partsOfRuby(kids: readonly Kid[], tree: StructureTree): Kid[] {
  const parts: Element[] = [];
  let base: Element | undefined;
  for (const kid of kids) {
    const isPart = kid instanceof Element && /^R[BTP]$/.test(kid.type);
    if (isPart) {
      parts.push(kid);
      base = undefined;
    } else if (base) base.kids.push(kid);
    else {
      base = tree.add('RB', [kid]);
      parts.push(base);
    }
  }
  return parts;
}

function saysNothing(kid: Kid, parent: Element): kid is Element {
  if (!(kid instanceof Element) || kid.attributes.size > 0 || (kid.mark ?? PHRASE) !== PHRASE) return false;
  const isAlone = parent.kids.length === 1 && !GROUPS.has(parent.type);
  if (kid.type === 'P') return isAlone && !PARAGRAPHS.has(parent.type) && parent.type !== 'L' && parent.type !== 'TR';
  return WRAPPERS.has(kid.type) && !kid.kids.some((own) => own instanceof Element && own.type === 'Caption');
}

/** Puts texts into paragraphs. */
function inParagraphs(kids: readonly Kid[], tree: StructureTree): Kid[] {
  const all: Kid[] = [];
  let paragraph: Element | undefined;
  for (const kid of kids) {
    const isBlock = kid instanceof Element && !INLINE.has(kid.type);
    if (isBlock) {
      paragraph = undefined;
      all.push(kid);
    } else if (paragraph) paragraph.kids.push(kid);
    else {
      paragraph = tree.add('P', [kid]);
      all.push(paragraph);
    }
  }
  return all;
}
