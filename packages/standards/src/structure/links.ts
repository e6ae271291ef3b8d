/** Gives links a description (ISO 14289-1, 7.18.5): their text in the document. */
import { asDictionary, isReference, listOf, type PdfEdit, stringOf, textString } from '@toolpress/pdf/edit';
import type { MarkedContents } from './marked-content.js';
import { type Annotation, type Content, Element, isAnnotation, isContent, type StructureTree } from './tree.js';

/** The limit of a description in UTF-16 units. */
const MAX_TEXT = 500;

/** Tags all links. Chromium tags `a` elements only, but SVG images have links, too. Must run before paragraphs are made. */
export function tagLinks(tree: StructureTree): void {
  const tagged = new Set<number>();
  for (const element of tree.all()) {
    const annotations = element.kids.filter(isAnnotation);
    if (annotations.length === 0) continue;
    for (const { annotation } of annotations) tagged.add(annotation.object);
    if (element.type === 'NonStruct') element.type = 'Link';
    if (element.type === 'Link') continue;
    const others = element.kids.filter((kid) => !isAnnotation(kid));
    element.kids = [...others, ...annotations.map((annotation) => tree.add('Link', [annotation]))];
  }
  tagOthers(tree, tagged);
}

/** Tags links of headers and footers, which are artifacts: one element for all links to the same address, at the end of the document. */
function tagOthers(tree: StructureTree, tagged: ReadonlySet<number>): void {
  const { edit, root } = tree;
  const links = new Map<string, Annotation[]>();
  for (const page of edit.file.pages()) {
    for (const annotation of listOf(edit.follow(asDictionary(edit.follow(page)).get('Annots')))) {
      if (!isReference(annotation) || tagged.has(annotation.object)) continue;
      const one = { annotation, page };
      const address = addressOf(one, edit);
      const same = links.get(address);
      if (same) same.push(one);
      else links.set(address, [one]);
    }
  }
  for (const same of links.values()) root.kids.push(tree.add('P', [tree.add('Link', same)]));
}

export function nameLinks(tree: StructureTree, contents: MarkedContents): void {
  const { edit } = tree;
  const inContents = new Set<Element>();
  tree.walk((element, parent) => {
    if (element.type === 'TOCI' || (parent && inContents.has(parent))) inContents.add(element);
  });
  for (const element of tree.all()) {
    const annotations = element.kids.filter((kid) => isAnnotation(kid) && !hasText(kid, edit)) as Annotation[];
    if (annotations.length === 0) continue;
    const text =
      shortened(textOf(element, contents, inContents.has(element))) || addressOf(annotations[0] as Annotation, edit);
    for (const { annotation } of annotations) {
      const link = new Map(asDictionary(edit.follow(annotation)));
      edit.put(annotation, { value: link.set('Contents', textString(text)) });
    }
  }
}

const hasText = ({ annotation }: Annotation, edit: PdfEdit): boolean =>
  asDictionary(edit.follow(annotation)).has('Contents');

/**
 * @param isApart whether the parts of the element are separate, as a title and a page number are.
 * @returns the text of an element with all its kids. Images have their alternative text.
 */
function textOf(element: Element, contents: MarkedContents, isApart: boolean): string {
  const texts: string[] = [];
  let run: Content[] = [];
  const endRun = (): void => {
    if (run.length > 0) texts.push(contents.text(run));
    run = [];
  };
  const read = ({ attributes, kids }: Element): void => {
    const alternative = attributes.get('Alt');
    if (typeof alternative === 'string') {
      endRun();
      texts.push(stringOf(alternative));
      return;
    }
    for (const kid of kids) {
      if (kid instanceof Element) read(kid);
      else if (isContent(kid)) {
        if (isApart) endRun();
        run.push(kid);
      }
    }
  };
  read(element);
  endRun();
  return texts.join(' ');
}

function addressOf({ annotation }: Annotation, edit: PdfEdit): string {
  const action = edit.follow(asDictionary(edit.follow(annotation)).get('A'));
  const address = action instanceof Map ? action.get('URI') : undefined;
  return typeof address === 'string' ? stringOf(address).replace(/^(?:mailto|tel):/i, '') : '#';
}

/** Cuts a text without splitting a surrogate pair. */
const shortened = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '');
