/**
 * Reads and changes elements by their prototypes. A field of a form or the name of an image hides a property or method of the same name,
 * and scripts see that in a world of their own, too; the prototypes there are the browser's.
 */
interface Kind<Of> {
  prototype: Of;
}
type Method<Of, Name extends keyof Of> = Of[Name] extends (...given: infer Given) => infer Result
  ? (one: Of, ...given: Given) => Result
  : never;

/** Returns a function that reads a property. @__NO_SIDE_EFFECTS__ */
export function readerOf<Of, Name extends keyof Of>({ prototype }: Kind<Of>, name: Name): (one: Of) => Of[Name] {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get: () => Of[Name] };
  return (one) => Reflect.apply(get, one, []);
}

/** Returns a function that sets a property. @__NO_SIDE_EFFECTS__ */
export function setterOf<Of, Name extends keyof Of>({ prototype }: Kind<Of>, name: Name) {
  const { set } = Object.getOwnPropertyDescriptor(prototype, name) as { set: (value: Of[Name]) => void };
  return (one: Of, value: Of[Name]): void => Reflect.apply(set, one, [value]);
}

/** Returns a function that calls a method. @__NO_SIDE_EFFECTS__ */
export function callerOf<Of, Name extends keyof Of>({ prototype }: Kind<Of>, name: Name): Method<Of, Name> {
  const method = prototype[name] as () => unknown;
  return ((one: Of, ...given: []) => Reflect.apply(method, one, given)) as Method<Of, Name>;
}

export const nodeType = readerOf(Node, 'nodeType');
export const parentNode = readerOf(Node, 'parentNode');
export const parentElement = readerOf(Node, 'parentElement');
export const isConnected = readerOf(Node, 'isConnected');
export const childNodes = readerOf(Node, 'childNodes');
export const firstChild = readerOf(Node, 'firstChild');
export const nextSibling = readerOf(Node, 'nextSibling');
export const previousSibling = readerOf(Node, 'previousSibling');
export const textContent = readerOf(Node, 'textContent') as (one: Element) => string;
export const setTextContent = setterOf(Node, 'textContent');
export const contains = callerOf(Node, 'contains');
export const compareDocumentPosition = callerOf(Node, 'compareDocumentPosition');

export const isElement = (node: Node | null): node is Element => node !== null && nodeType(node) === Node.ELEMENT_NODE;
export const isText = (node: Node): node is Text => nodeType(node) === Node.TEXT_NODE;

export const tagName = readerOf(Element, 'tagName');
export const localName = readerOf(Element, 'localName');
export const classList = readerOf(Element, 'classList');
export const children = readerOf(Element, 'children');
export const firstElementChild = readerOf(Element, 'firstElementChild');
export const nextElementSibling = readerOf(Element, 'nextElementSibling');
export const previousElementSibling = readerOf(Element, 'previousElementSibling');
export const id = readerOf(Element, 'id');
export const setId = setterOf(Element, 'id');
export const after = callerOf(Element, 'after');
export const append = callerOf(Element, 'append');
export const before = callerOf(Element, 'before');
export const prepend = callerOf(Element, 'prepend');
export const replaceWith = callerOf(Element, 'replaceWith');
export const closest = callerOf(Element, 'closest');
export const getAttribute = callerOf(Element, 'getAttribute');
export const setAttribute = callerOf(Element, 'setAttribute');
export const removeAttribute = callerOf(Element, 'removeAttribute');
export const getElementsByClassName = callerOf(Element, 'getElementsByClassName');
export const getElementsByTagName = callerOf(Element, 'getElementsByTagName');
export const selectIn = callerOf(Element, 'querySelectorAll');
export const getBoundingClientRect = callerOf(Element, 'getBoundingClientRect');
export const getClientRects = callerOf(Element, 'getClientRects');
export const checkVisibility = callerOf(Element, 'checkVisibility');
const computedStyleMap = callerOf(Element, 'computedStyleMap');
/** Returns the computed value of a property, where `getComputedStyle` has the used one. */
export const computed = (element: Element, property: string): string => String(computedStyleMap(element).get(property));

const styleOfHtml = readerOf(HTMLElement, 'style');
export const style = (element: Element): CSSStyleDeclaration =>
  element instanceof HTMLElement ? styleOfHtml(element) : (element as SVGElement).style;
const innerTextOfHtml = readerOf(HTMLElement, 'innerText');
export const innerText = (element: Element): string | undefined =>
  element instanceof HTMLElement ? innerTextOfHtml(element) : undefined;

export const body = /* @__PURE__ */ readerOf(Document, 'body')(document);
export const head = /* @__PURE__ */ readerOf(Document, 'head')(document);
export const root = /* @__PURE__ */ readerOf(Document, 'documentElement')(document);
const scrollingElement = readerOf(Document, 'scrollingElement');
export const scroller = (): Element => scrollingElement(document) ?? root;

const makeElement = callerOf(Document, 'createElement');
const makeWalker = callerOf(Document, 'createTreeWalker');
const sheetsOf = readerOf(Document, 'styleSheets');
const findById = callerOf(Document, 'getElementById');
const selectAll = callerOf(Document, 'querySelectorAll');
const allNamed = callerOf(Document, 'getElementsByTagName');
export const create = ((name: string) => makeElement(document, name)) as {
  <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name];
  (name: string): HTMLElement;
};
export const elementById = (id: string): HTMLElement | null => findById(document, id);
export const select = (selector: string): NodeListOf<Element> => selectAll(document, selector);
export const all = (name: string): HTMLCollectionOf<Element> => allNamed(document, name);
export const sheets = (): CSSStyleSheet[] => [...sheetsOf(document)];
export const walker = (root: Node, shown: number, filter?: NodeFilter): TreeWalker =>
  makeWalker(document, root, shown, filter);

/** Adds a style sheet before those of the document. */
export function addSheet(css: string): HTMLElement {
  const sheet = create('style');
  sheet.textContent = css;
  prepend(head, sheet);
  return sheet;
}
