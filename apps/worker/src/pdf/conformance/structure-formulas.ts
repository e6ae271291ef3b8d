/** Formulas, each of which is one element with its text, whatever it is drawn of (ISO 14289-1, 7.7). */
import { textString } from '../write.js';
import { Element, type Kid, type StructureTree } from './structure-tree.js';

const MARK = /^f(\d+)$/;

/** Before anything is taken for decoration: a line may be that of a fraction. @param texts by the numbers in the marks. */
export function nameFormulas(tree: StructureTree, texts: readonly string[]): void {
  for (const element of tree.all()) {
    const [, number] = MARK.exec(element.mark ?? '') ?? [];
    const text = number === undefined ? undefined : texts[Number(number)];
    if (text === undefined) continue;
    element.type = 'Formula';
    element.attributes.set('Alt', textString(text));
    element.kids = drawn(element);
  }
}

/** All that is drawn in it. */
function drawn(formula: Element): Kid[] {
  const items: Kid[] = [];
  const waiting: Kid[] = [...formula.kids].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Element)
      for (let index = next.kids.length - 1; index >= 0; index--) waiting.push(next.kids[index] as Kid);
    else items.push(next);
  }
  return items;
}
