/**
 * Collects the lines, rows and boxes of a document in order. It changes nothing, because each change causes a layout of the whole document.
 */
import * as dom from '../shared/dom.js';
import { callsIn, isOutOfFlow, isParted, isWhole } from './boxes.js';
import { CALL_CLASS, NOTES, range } from './elements.js';
import { judge } from './page-rules.js';
import { type Block, type BreakStyle, readStyle, type Unit } from './unit.js';

type NewUnit = Pick<Unit, 'element' | 'top' | 'bottom' | 'page'> & Partial<Unit>;

export class Units {
  readonly all: Unit[] = [];
  private readonly styles = new Map<Element, BreakStyle>();
  /** The references by the indexes of notes. */
  private readonly callOf = new Map<number, Element>();
  /** Notes that are referenced before the first unit. */
  private readonly early: number[] = [];

  /** @param notes the indexes of notes by their references, each with the notes within it. */
  constructor(private readonly notes: ReadonlyMap<Element, readonly number[]>) {}

  /** Returns the style of an element. It is read once. */
  readonly styleOf = (element: Element): BreakStyle => {
    let style = this.styles.get(element);
    if (style === undefined) {
      style = readStyle(element);
      this.styles.set(element, style);
    }
    return style;
  };

  /** Returns a unit. */
  at(index: number): Unit {
    const unit = this.all[index];
    if (unit === undefined) throw new Error(`There is no unit ${index}.`);
    return unit;
  }

  /** Forgets what was collected, and collects what is in an element. */
  collect(root: Element): void {
    this.all.length = 0;
    this.styles.clear();
    const style = getComputedStyle(root);
    for (const [call, indexes] of this.notes) for (const index of indexes) this.callOf.set(index, call);
    this.walk(root, undefined, style, style.page);
    if (this.early.length > 0) this.add({ element: root, top: 0, bottom: 0, page: 'auto' });
    judge(this.all, this.styleOf);
  }

  /** Takes over what was known of a unit in another document: all but its size. */
  resume(index: number, unit: Omit<NewUnit, 'top' | 'bottom' | 'page'>): void {
    const usual = { top: 0, bottom: 0, page: 'auto', canBreak: true, isForced: false, margin: 0, shift: 0, notes: [] };
    this.all[index] = { ...usual, ...unit, index };
  }

  /** Walks through the flow; text becomes lines. @param page the name of the pages that it stands on. */
  private walk(element: Element, block: Block | undefined, { display }: CSSStyleDeclaration, page: string): void {
    const isInline = display === 'inline' || display === 'contents';
    const inBlock = (isInline && block) || { element, lines: [] };
    for (const child of dom.childNodes(element)) {
      if (dom.isText(child)) this.addLines(child, inBlock, page);
      if (!dom.isElement(child) || dom.tagName(child).toLowerCase() === NOTES) continue;
      const own = getComputedStyle(child);
      if (own.display === 'none') continue;
      const there = own.page === 'auto' ? page : own.page;
      if (this.notes.has(child)) {
        this.addLines(dom.firstChild(child) as Text, inBlock, page);
        this.callThere(this.calledIn(child), inBlock.lines.at(-1));
      } else if (isOutOfFlow(own)) this.callThere(this.calledIn(child));
      else if (isWhole(child, own)) this.addWhole(child, own, inBlock, there);
      else this.walk(child, inBlock, own, there);
    }
  }

  private addWhole(element: Element, style: CSSStyleDeclaration, block: Block, page: string): void {
    const { display } = style;
    const { top, bottom, height } = dom.getBoundingClientRect(element);
    const line = block.lines.at(-1);
    const isInline = display === 'inline' || display.startsWith('inline-');
    const notes = this.calledIn(element);
    if (isInline && line !== undefined && top < line.bottom) {
      line.bottom = Math.max(line.bottom, bottom);
      line.notes.push(...notes);
      return;
    }
    if (height === 0) {
      this.callThere(notes);
      return;
    }
    const whole = { element, top, bottom, page, notes, isWhole: true };
    if (!isInline) {
      const calls = isParted(element, style) ? callsIn(element, this.callsOf(notes), style) : undefined;
      this.add({ ...whole, calls });
      return;
    }
    const canBreak = block.lines.length === 0;
    block.lines.push(this.add({ ...whole, canBreak, block, line: block.lines.length }));
  }

  /** Adds the lines of a text: how high they are. Where in it they begin is looked for where that counts, see `lines.ts`. */
  private addLines(text: Text, block: Block, page: string): void {
    if (!/\S/.test(text.data)) return;
    range.selectNodeContents(text);
    for (const { top, bottom, width, height } of range.getClientRects()) {
      if (width === 0 || height === 0) continue;
      let line = block.lines.at(-1);
      if (line !== undefined && top < line.bottom - height / 2) line.bottom = Math.max(line.bottom, bottom);
      else {
        const element = dom.parentElement(text) as Element;
        const lead = Math.max(0, (Number.parseFloat(this.styleOf(element).lineHeight) || 0) - height) / 2;
        const inBlock = { page, block, line: block.lines.length, parts: [] };
        line = this.add({ element, top, bottom: bottom + lead, lead, ...inBlock });
        block.lines.push(line);
      }
      if (line.parts?.at(-1)?.text !== text) line.parts?.push({ text, top });
    }
  }

  /** The notes that an element, or what is left out as it is out of the flow, calls: where the number shows. */
  private calledIn(element: Element): number[] {
    const calls = dom.classList(element).contains(CALL_CLASS)
      ? [element]
      : [...dom.getElementsByClassName(element, CALL_CLASS)];
    return calls.flatMap((call) =>
      this.notes.has(call) && dom.checkVisibility(call, { visibilityProperty: true })
        ? (this.notes.get(call) ?? [])
        : [],
    );
  }

  private callsOf(notes: readonly number[]): Element[] {
    return notes.flatMap((index) => this.callOf.get(index) ?? []);
  }

  /** Notes of what is no unit itself belong to the one before. */
  private callThere(notes: readonly number[], unit = this.all.at(-1)): void {
    (unit?.notes ?? this.early).push(...notes);
  }

  private add(unit: NewUnit): Unit {
    const notes = [...this.early.splice(0), ...(unit.notes ?? [])];
    const usual = { canBreak: true, isForced: false, margin: 0, shift: 0 };
    const added = { ...usual, ...unit, index: this.all.length, notes };
    this.all.push(added);
    return added;
  }
}
