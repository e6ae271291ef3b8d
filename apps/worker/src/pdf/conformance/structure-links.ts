/** Links say where they lead to in words (ISO 14289-1, 7.18.5): with their text, as the document has it. */
import { asDictionary } from '../read.js';
import type { PdfEdit } from '../write.js';
import { textString } from '../write.js';
import { type MarkedContents, stringOf } from './marked-content.js';
import {
  type Annotation,
  type Content,
  Element,
  isAnnotation,
  isContent,
  type StructureTree,
} from './structure-tree.js';

/** What a reader says of a link is a line. */
const MAX_TEXT = 500;

export function nameLinks(tree: StructureTree, contents: MarkedContents): void {
  const { edit } = tree;
  for (const element of tree.all()) {
    const annotations = element.kids.filter((kid) => isAnnotation(kid) && !hasText(kid, edit)) as Annotation[];
    if (annotations.length === 0) continue;
    const text = shortened(textOf(element, contents)) || addressOf(annotations[0] as Annotation, edit);
    for (const { annotation } of annotations) {
      const link = new Map(asDictionary(edit.follow(annotation)));
      edit.put(annotation, { value: link.set('Contents', textString(text)) });
    }
  }
}

const hasText = ({ annotation }: Annotation, edit: PdfEdit): boolean =>
  asDictionary(edit.follow(annotation)).has('Contents');

/** Of the element and all in it; pictures have their alternative text. */
function textOf(element: Element, contents: MarkedContents): string {
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
      else if (isContent(kid)) run.push(kid);
    }
  };
  read(element);
  endRun();
  return texts.join(' ');
}

function addressOf({ annotation }: Annotation, edit: PdfEdit): string {
  const action = edit.follow(asDictionary(edit.follow(annotation)).get('A'));
  const address = action instanceof Map ? action.get('URI') : undefined;
  return typeof address === 'string' ? stringOf(address) : '#';
}

/** No half of a character is left at its end. */
const shortened = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '');
