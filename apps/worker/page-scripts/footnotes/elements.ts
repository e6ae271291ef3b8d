/** The elements and styles that footnotes add to a document. */
import * as dom from '../shared/dom.js';

export const ID = 'toolpress-';
export const NOTES = 'toolpress-footnotes';
/** The class of references that only the service uses: a document may have elements of the class `footnote-call`. */
export const CALL_CLASS = 'toolpress-footnote-call';

/** A note, and the number that refers to it. */
export interface Note {
  call: HTMLElement;
  note: HTMLElement;
}

export type Styles = Readonly<Record<string, string>>;

/** Sets styles that the document does not override. */
export function important<One extends Element>(element: One, styles: Styles): One {
  const style = dom.style(element);
  for (const [property, value] of Object.entries(styles)) style.setProperty(property, value, 'important');
  return element;
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  styles: Styles,
  attributes?: Styles,
): HTMLElementTagNameMap[Name];
export function make(name: string, styles: Styles, attributes?: Styles): HTMLElement;
export function make(name: string, styles: Styles, attributes: Styles = {}): HTMLElement {
  const element = important(dom.create(name), styles);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** Styles of what is placed in the flow by its distance from the top. */
export const ABSOLUTE: Styles = {
  position: 'absolute',
  left: '0',
  right: 'auto',
  bottom: 'auto',
  margin: '0',
  float: 'none',
  transform: 'none',
  'break-before': 'auto',
  'break-after': 'auto',
};

/** One range for all. Each existing range slows down every change to a text. */
export const range = new Range();

/** Changes that are taken back together. */
export class Changes {
  private readonly undo: (() => void)[] = [];

  add(undo: () => void): void {
    this.undo.push(undo);
  }

  /** Sets an attribute, and later restores it. @param set sets it. */
  attribute(element: Element, name: string, set: () => void): void {
    const before = dom.getAttribute(element, name);
    this.add(() => (before === null ? dom.removeAttribute(element, name) : dom.setAttribute(element, name, before)));
    set();
  }

  /** Sets styles of an element, and later restores its own. */
  style(element: Element, styles: Styles): void {
    this.attribute(element, 'style', () => important(element, styles));
  }

  takeBack(): void {
    for (const back of this.undo.splice(0).reverse()) back();
  }
}
