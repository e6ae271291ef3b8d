/**
 * Repairs the tags of a PDF for PDF/A level A and PDF/UA-1 (ISO 19005-3, 6.7; ISO 14289-1, 7): adds what Chromium does not write, and removes
 * what has no meaning.
 */
import { type PdfEdit, ROLES, textString } from '@toolpress/pdf/edit';
import { repairBlocks } from './blocks.js';
import { type DividedContents, dropDecoration } from './content.js';
import { readGenerated } from './generated.js';
import { LineEnds, type Words } from './line-ends.js';
import { nameLinks, tagLinks } from './links.js';
import { repairLists } from './lists.js';
import { MarkedContents } from './marked-content.js';
import { readMarks } from './marks.js';
import { nameNotes, placeNotes } from './notes.js';
import { repairTables } from './tables.js';
import { Element, isContent, type Kid, StructureTree } from './tree.js';

/** Information about the document: see `CheckedDocument`. */
export interface DocumentStructure {
  readonly words?: Words | undefined;
  readonly formulas?: readonly string[];
  /** Whether the document has texts that must not be read out. */
  readonly hidesText?: boolean;
  /** Whether the document may have marks of `text-emphasis`, which are not read out. Defaults to false. */
  readonly hasEmphasis?: boolean;
  /** Receives the numbers of elements whose generated texts are read out. */
  readonly onGenerated?: ((numbers: readonly number[]) => void) | undefined;
}

/** @param edit has marked content: see `markContent`. @param divided the contents that it has divided. */
export function repairStructure(
  edit: PdfEdit,
  { words, formulas = [], hidesText = true, onGenerated }: DocumentStructure = {},
  divided?: DividedContents,
): void {
  const tree = StructureTree.of(edit);
  if (divided?.isEmpty === false)
    for (const element of tree.all())
      element.kids = element.kids.flatMap((kid): Kid[] =>
        kid instanceof Element || !isContent(kid) ? [kid] : divided.partsOf(kid),
      );
  const contents = new MarkedContents(edit);
  readMarks(tree);
  nameFormulas(tree, formulas);
  onGenerated?.(readGenerated(tree, contents, !hidesText));
  dropDecoration(tree, contents);
  nameNotes(tree);
  tagLinks(tree);
  repairBlocks(tree);
  repairLists(tree);
  repairTables(tree);
  placeNotes(tree);
  raiseHeadings(tree);
  nameLinks(tree, contents);
  new LineEnds(contents, words).separate(tree);
  const types = new Set(tree.all().map(({ type }) => type));
  tree.mapRoles(new Map(Object.entries(ROLES).filter(([type]) => types.has(type))));
  contents.write();
  tree.write();
}

const FORMULA = /^f(\d+)$/;

/**
 * Makes each formula one element with an alternative text (ISO 14289-1, 7.7). Must run before decoration is
 * removed, since the line of a fraction is content.
 *
 * @param texts by the numbers in the marks.
 */
function nameFormulas(tree: StructureTree, texts: readonly string[]): void {
  for (const element of tree.all()) {
    const [, number] = FORMULA.exec(element.mark ?? '') ?? [];
    const text = number === undefined ? undefined : texts[Number(number)];
    if (text === undefined) continue;
    element.type = 'Formula';
    element.attributes.set('Alt', textString(text));
    element.kids = contentsOf(element);
  }
}

/** @returns all contents of a formula. */
function contentsOf(formula: Element): Kid[] {
  const items: Kid[] = [];
  const waiting: Kid[] = [...formula.kids].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Element)
      for (let index = next.kids.length - 1; index >= 0; index--) waiting.push(next.kids[index] as Kid);
    else items.push(next);
  }
  return items;
}

/** Makes headings begin at level 1 (ISO 14289-1, 7.4.2): raises all of them when the first one has the highest level of the document, and that is not 1. */
function raiseHeadings(tree: StructureTree): void {
  const headings: { element: { type: string }; level: number }[] = [];
  tree.walk((element) => {
    const [, level] = /^H([1-6])$/.exec(element.type) ?? [];
    if (level !== undefined) headings.push({ element, level: Number(level) });
  });
  const first = headings[0]?.level ?? 1;
  if (first === 1 || headings.some(({ level }) => level < first)) return;
  for (const { element, level } of headings) element.type = `H${level - first + 1}`;
}
