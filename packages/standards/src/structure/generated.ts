/**
 * Adds texts that CSS generates (`content` of `::before` and `::after`), which Chromium draws without marks, to the elements that they belong
 * to; in a list item they become its label. Marks name the elements that have such texts: see `generated-texts.ts`.
 */
import type { MarkedContents } from './marked-content.js';
import type { UnmarkedText } from './marked-sequences.js';
import { type Content, Element, type GeneratedTexts, isContent, type StructureTree } from './tree.js';

interface Slot {
  readonly element: Element;
  readonly generated: GeneratedTexts;
  /** The content of a label that the text follows, or 'begin'. */
  readonly inLabel?: Content | 'begin';
  readonly where: 'before' | 'after';
  /** The number of pieces in which the browser draws the text. */
  readonly pieces: number;
}

/**
 * Must run before decoration is removed.
 *
 * @param isSure whether nothing else in the document is drawn without marks.
 * @returns the numbers of the elements whose texts were added.
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

  /** Assigns texts between two contents to the elements that begin or end there. */
  run(): void {
    const waiting: (Element | Content | Slot)[] = [this.tree.root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if ('where' in next) this.slots.push(next);
      else if (!(next instanceof Element)) {
        this.settle(next);
        this.before = next;
      } else {
        const { generated, kids } = next;
        if (generated?.after) waiting.push({ element: next, generated, where: 'after', pieces: generated.after });
        // The label of a list item precedes the element's contents.
        const begin = labelsOf(next);
        for (let index = kids.length - 1; index >= 0; index--) {
          if (index === begin - 1 && generated?.before)
            waiting.push({ element: next, generated, where: 'before', pieces: generated.before });
          const kid = kids[index];
          if (index < begin && generated?.label) waiting.push(...this.labelOf(kid as Element, generated).reverse());
          else if (kid instanceof Element || (kid && isContent(kid))) waiting.push(kid);
        }
        if (begin === 0 && generated?.before)
          this.slots.push({ element: next, generated, where: 'before', pieces: generated.before });
        if (begin === 0 && generated?.label) this.lost.add(generated.number);
      }
    }
    this.settle(undefined);
    for (const { slot, content } of this.found) this.put(slot, content);
  }

  /** Returns the contents of a label, and slots for the counters between them. */
  private labelOf(label: Element, generated: GeneratedTexts): (Content | Slot)[] {
    const contents = label.kids.filter((kid) => !(kid instanceof Element) && isContent(kid)) as Content[];
    const parts = generated.label.match(/t|c+/g) ?? [];
    if (parts.filter((part) => part === 't').length !== contents.length) {
      this.lost.add(generated.number);
      return contents;
    }
    let last: Content | undefined;
    const left = contents.values();
    return parts.map((part) => {
      if (part !== 't')
        return {
          element: label,
          generated,
          inLabel: last ?? 'begin',
          where: last ? 'after' : 'before',
          pieces: part.length,
        };
      last = left.next().value as Content;
      return last;
    });
  }

  private settle(next: Content | undefined): void {
    const { slots, before } = this;
    if (slots.length === 0) return;
    this.slots = [];
    const behind = before ? this.contents.unmarkedBehind(before) : [];
    const ahead = next ? this.contents.unmarkedBefore(next) : [];
    const isOneGap = behind.length === ahead.length && behind.every((text, index) => text === ahead[index]);
    const count = slots.reduce((sum, { pieces }) => sum + pieces, 0);
    if (isOneGap) this.assign(slots, ahead);
    // What is drawn between, such as the underline of a link without content, divides the gap.
    else if (this.isSure && behind.length + ahead.length === count) this.assign(slots, [...behind, ...ahead]);
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
    // A text that continues on other lines has more pieces.
    const isOne = others.length === 0 && this.isSure && texts.length > pieces;
    if (texts.length !== pieces && !isOne) {
      for (const { generated } of slots) this.lost.add(generated.number);
      return;
    }
    let at = 0;
    for (const slot of slots) {
      const { number, isRead, isPart } = slot.generated;
      if (isRead && !isPart) this.read.add(number);
      const end = isOne ? texts.length : at + slot.pieces;
      if (isRead) for (const text of texts.slice(at, end)) this.found.push({ slot, content: this.contents.mark(text) });
      at = end;
    }
  }

  private put(slot: Slot, content: Content): void {
    const { element, where, inLabel } = slot;
    const { kids } = element;
    if (inLabel) kids.splice((inLabel === 'begin' ? 0 : kids.indexOf(inLabel) + 1) + this.countOf(slot), 0, content);
    else if (where === 'after') kids.push(content);
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
  private readonly counts = new Map<Element | Slot, number>();

  /** Returns the number of pieces before the content of an element, or in a slot, and counts this one. */
  private countOf(place: Element | Slot): number {
    const count = this.counts.get(place) ?? 0;
    this.counts.set(place, count + 1);
    return count;
  }
}

/** @returns the number of labels at the begin of an element: 1 or 0. */
const labelsOf = ({ kids: [first] }: Element): number => (first instanceof Element && first.type === 'Lbl' ? 1 : 0);
