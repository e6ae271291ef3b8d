/**
 * Checks a document against the content policy and puts it together for printing.
 *
 * What is printed is the serialised tree of a real parser, never the raw text: whatever is checked about a document is
 * then true of what the browser gets.
 */
import { ServiceError } from '@toolpress/contract';
import { type DefaultTreeAdapterTypes, html as names, parse, serialize, defaultTreeAdapter as tree } from 'parse5';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What the request says about pages. It wins over the document's own `@page`. */
export interface PageRule {
  /** As CSS says it, such as `4.1in 5.8in`. */
  size?: string;
  /** CSS's shorthand of one to four lengths. */
  margin?: string;
}

export interface DocumentParts {
  /** A whole document or any part of one. */
  html: string;
  css?: string;
  /**
   * What is given here is taken out of the caller's own `@page` rules, `:first` and `!important` ones included, and
   * stands in a rule of its own after them.
   */
  page?: PageRule;
}

export interface RemoteImage {
  /** As the browser will ask for it: in WHATWG's normal form, without a fragment. */
  readonly url: string;
  /** Where it first stands, for messages: "`img` `src` at html 12:5". */
  readonly place: string;
}

export interface CheckedDocument {
  /** The serialised tree that was checked: a whole document in standards mode, to be printed as it is. */
  html: string;
  /** The images to be fetched, each once, in the order in which they first stand in the document. */
  images: RemoteImage[];
  title?: string;
  /** Of the `html` element. */
  language?: string;
}

/** Chromium itself flattens what lies deeper; and serialising such a tree overflows the stack. */
export const MAX_NESTING = 500;

/** As the printing browser has it: what stands in `noscript` is part of the document. */
const PARSER = { scriptingEnabled: false } as const;

/**
 * @throws ServiceError `content_forbidden` for what documents may not load, `document_too_complex` for what is beyond the
 *   limits.
 */
export function checkDocument({ html, css = '', page = {} }: DocumentParts): CheckedDocument {
  // A doctype before the caller's own makes the parser ignore that one. A byte order mark would count as text.
  const document = parse(`<!DOCTYPE html>${html.replace(/^\ufeff/, '')}`, PARSER);
  checkNesting(document);
  const head = headOf(document);
  const sheets = [css, pageRule(page)].filter((sheet) => sheet !== '');
  for (const sheet of sheets) tree.appendChild(head, styleElement(sheet));
  return { html: serialize(document, PARSER), images: [] };
}

function pageRule({ size, margin }: PageRule): string {
  const declarations = [
    ...(size === undefined ? [] : [`size: ${size} !important`]),
    ...(margin === undefined ? [] : [`margin: ${margin} !important`]),
  ];
  return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
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
