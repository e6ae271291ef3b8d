/**
 * Puts a document together from the caller's HTML and CSS.
 *
 * What is printed is the serialised tree of a real parser, never the raw text: whatever is checked about a document is
 * then true of what the browser gets.
 */
import { ServiceError } from '@toolpress/contract';
import { type DefaultTreeAdapterTypes, html as names, parse, serialize, defaultTreeAdapter as tree } from 'parse5';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface DocumentParts {
  /** A whole document or any part of one. */
  html: string;
  /** One sheet, or several in the order in which they apply. What is broken in one does not touch the next. */
  css?: string | readonly string[];
}

/** Chromium itself flattens what lies deeper; and serialising such a tree overflows the stack. */
export const MAX_NESTING = 500;

/** As the printing browser has it: what stands in `noscript` is part of the document. */
const PARSER = { scriptingEnabled: false } as const;

/**
 * @returns a whole document in standards mode, with the sheets at the end of its head: after the document's own sheets
 *   there, and without an element in the body that `:last-child` would count.
 * @throws ServiceError `document_too_complex` when elements are nested deeper than `MAX_NESTING`.
 */
export function buildDocument({ html, css = [] }: DocumentParts): string {
  // A doctype before the caller's own makes the parser ignore that one. A byte order mark would count as text.
  const document = parse(`<!DOCTYPE html>${html.replace(/^\ufeff/, '')}`, PARSER);
  checkNesting(document);
  const head = headOf(document);
  for (const sheet of [css].flat()) if (sheet !== '') tree.appendChild(head, styleElement(sheet));
  return serialize(document, PARSER);
}

/** HTML's rules make a head for every document, whatever was sent. */
function headOf(document: ParentNode): Element {
  const root = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  const head = root?.childNodes.find((node): node is Element => node.nodeName === 'head');
  if (head === undefined) throw new Error('the parser gave a document without a head');
  return head;
}

/**
 * `</style` ends the element wherever it stands, in comments and strings of the CSS too. A backslash before the slash
 * hides it from HTML and means the same to CSS.
 */
function styleElement(css: string): Element {
  const element = tree.createElement(names.TAG_NAMES.STYLE, names.NS.HTML, []);
  tree.insertText(element, css.replace(/<(?=\/style)/gi, '<\\'));
  return element;
}

function checkNesting(document: ParentNode): void {
  let level: ParentNode[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) {
      throw new ServiceError(
        'document_too_complex',
        `The document nests elements more than ${MAX_NESTING} levels deep; make it flatter.`,
      );
    }
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(node: ParentNode): ParentNode[] {
  const inside = 'content' in node ? [node.content] : []; // of a template
  return [...node.childNodes.filter((child): child is Element => 'childNodes' in child), ...inside];
}
