/** Lines, rows and boxes of a document, and what of their styles matters. */

/** A part of a line, in one text. */
export interface LinePart {
  text: Text;
  top: number;
}

/** A block with lines. */
export interface Block {
  element: Element;
  lines: Unit[];
}

/** What is on one page as a whole: a line, a row or a box. */
export interface Unit {
  readonly index: number;
  element: Element;
  top: number;
  bottom: number;
  /** The name of its page. */
  page: string;
  /** Whether a page may begin with it, and whether one does by the document's own rules. */
  canBreak: boolean;
  isForced: boolean;
  margin: number;
  /** How far below its top stands what has its place in the PDF. */
  shift: number;
  /** The notes that it calls. */
  notes: number[];
  isWhole?: boolean | undefined;
  /** How far down each note is called, if the browser parts it between pages. */
  calls?: number[] | undefined;
  block?: Block | undefined;
  /** The number of the line in its block. */
  line?: number;
  /** The space above the text of a line. */
  lead?: number;
  parts?: LinePart[] | undefined;
  /** The outermost element that begins with it. */
  target?: Element | undefined;
  /** The element that has its place in the PDF, or the word that gets one. */
  placed?: Element;
  mark?: { text: Text; from: number; length: number } | undefined;
  /** Where the line begins in its first text. */
  begin?: number | undefined;
  isFound?: boolean;
}

/** The parts of an element's style that matter for page breaks. */
export type BreakStyle = ReturnType<typeof readStyle>;

export function readStyle(element: Element) {
  const style = getComputedStyle(element);
  const { breakBefore, breakAfter, breakInside, display, lineHeight, whiteSpaceCollapse } = style;
  return {
    breakBefore,
    breakAfter,
    breakInside,
    display,
    lineHeight,
    whiteSpaceCollapse,
    marginTop: Number.parseFloat(style.marginTop) || 0,
    orphans: Number(style.orphans),
    widows: Number(style.widows),
  };
}
