/**
 * Texts that CSS adds (`content` of `::before` and `::after`), which Chromium draws without marks: they become content of the elements
 * that they belong to, a label in an item of a list. Which elements have some, marks say: see `generated-texts.ts`.
 */
import type { GeneratedTexts } from '@toolpress/document';
import type { MarkedContents, UnmarkedText } from './marked-content.js';
import { type Content, Element, isContent, type StructureTree } from './structure-tree.js';

interface Slot {
  readonly element: Element;
  readonly where: 'before' | 'after';
  /** Of how many pieces it is, as the browser draws them. */
  readonly pieces: number;
}

/**
 * Before anything is taken for decoration.
 *
 * @param isSure whether nothing else in the document is drawn without marks.
 * @returns the numbers of those elements whose texts are read now.
 */
export function readGenerated(tree: StructureTree, contents: MarkedContents, isSure: boolean): number[] {
  const pass = new GeneratedPass(tree, contents, isSure);
  if (!tree.all().some(({ generated }) => generated)) return [];
  pass.run();
  return [...pass.read].filter((number) => !pass.lost.has(number));
}

class GeneratedPass {
  readonly lost = new Set<number>();
  readonly read = new Set<number>();
  private before: Content | undefined;
  private slots: Slot[] = [];
  private readonly found: { slot: Slot; content: Content }[] = [];

  constructor(
    private readonly tree: StructureTree,
    private readonly contents: MarkedContents,
    private readonly isSure: boolean,
  ) {}

  /** Texts stand where they are read: between the contents of their element and those beside it. */
  run(): void {
    const waiting: (Element | Content | Slot)[] = [this.tree.root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if ('where' in next) this.slots.push(next);
      else if (!(next instanceof Element)) {
        this.settle(next);
        this.before = next;
      } else {
        const { generated, kids } = next;
        if (generated?.after) waiting.push({ element: next, where: 'after', pieces: generated.after });
        // The label of a point stands before what its element begins with.
        const begin = labelsOf(next);
        for (let index = kids.length - 1; index >= 0; index--) {
          if (index === begin - 1 && generated?.before)
            waiting.push({ element: next, where: 'before', pieces: generated.before });
          const kid = kids[index];
          if (kid instanceof Element || (kid && isContent(kid))) waiting.push(kid);
        }
        if (begin === 0 && generated?.before)
          this.slots.push({ element: next, where: 'before', pieces: generated.before });
      }
    }
    this.settle(undefined);
    for (const { slot, content } of this.found) this.put(slot, content);
  }

  private settle(next: Content | undefined): void {
    const { slots, before } = this;
    if (slots.length === 0) return;
    this.slots = [];
    const behind = before ? this.contents.unmarkedBehind(before) : [];
    const ahead = next ? this.contents.unmarkedBefore(next) : [];
    const isOneGap = behind.length === ahead.length && behind.every((text, index) => text === ahead[index]);
    if (isOneGap) this.assign(slots, ahead);
    else {
      this.assign(
        slots.filter(({ where }) => where === 'after'),
        behind,
      );
      this.assign(
        slots.filter(({ where }) => where === 'before'),
        ahead,
      );
    }
  }

  private assign(slots: readonly Slot[], texts: readonly UnmarkedText[]): void {
    const [only, ...others] = slots;
    if (only === undefined) return;
    const pieces = slots.reduce((sum, slot) => sum + slot.pieces, 0);
    // One that goes on in other lines is of more pieces.
    const isOne = others.length === 0 && this.isSure && texts.length > pieces;
    if (texts.length !== pieces && !isOne) {
      for (const { element } of slots) this.lost.add((element.generated as GeneratedTexts).number);
      return;
    }
    let at = 0;
    for (const slot of slots) {
      const { number, isRead } = slot.element.generated as GeneratedTexts;
      if (isRead) this.read.add(number);
      const end = isOne ? texts.length : at + slot.pieces;
      if (isRead) for (const text of texts.slice(at, end)) this.found.push({ slot, content: this.contents.mark(text) });
      at = end;
    }
  }

  private put({ element, where }: Slot, content: Content): void {
    const { kids } = element;
    if (where === 'after') kids.push(content);
    else if (element.type !== 'LI') kids.splice(this.countOf(element), 0, content);
    else if (this.labels.has(kids[0] as Element)) (kids[0] as Element).kids.push(content);
    else if (labelsOf(element) > 0) kids.splice(labelsOf(element) + this.countOf(element), 0, content);
    else {
      const label = this.tree.add('Lbl', [content]);
      this.labels.add(label);
      kids.unshift(label);
    }
  }

  private readonly labels = new Set<Element>();
  private readonly counts = new Map<Element, number>();

  /** How many pieces stand before an element's own content, this one left out. */
  private countOf(element: Element): number {
    const count = this.counts.get(element) ?? 0;
    this.counts.set(element, count + 1);
    return count;
  }
}

/** How many labels an element begins with: one, or none. */
const labelsOf = ({ kids: [first] }: Element): number => (first instanceof Element && first.type === 'Lbl' ? 1 : 0);
