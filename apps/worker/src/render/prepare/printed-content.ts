/** Finds text that is not on the pages: in boxes that cut it, under others, or hidden; and page breaks that the browser ignores. */
import { type CheckedDocument, IGNORED_BREAK, type PrintedElement, type Report } from '@toolpress/document';
import { contentArea } from '@toolpress/pdf';
import { PageScript } from '../../browser/page-script.js';
import { type OpenDocument, type Printer, printerWith } from '../../browser/printer.js';
import { DECLARATION_SOURCES } from './applied-styles.js';

const SCRIPT = new PageScript('printed-content');

/** A document of more elements is printed as the browser does it. They take some hundred milliseconds. */
const MOST_ELEMENTS = 50_000;

interface Found extends PrintedElement {
  /** The declaration that hides it. */
  how: string;
  /** The first words that are lost. */
  words: string;
  count: number;
}

interface Look {
  isChanged: boolean;
  /** Whether a fixed box reaches into a margin. */
  isInMargin: boolean;
  cut: Found[];
  breaks: Found[];
  wide: Found[];
  /** Cells whose text runs over the next one. */
  overlapping: Found[];
  /** What a negative value moves over an edge of its page. */
  outside: (Found & { side: string })[];
  covered: (Found & { share: number })[];
  /** The characters that are shown and hidden, and the element that hides most of them. */
  count: { shown: number; hidden: number };
  hider: PrintedElement & { how: string };
}

/** The condition of findings about fixed boxes. */
const IN_MARGIN = 'print:fixed';

interface PageArea {
  width: number;
  height: number;
}

/** What a look at a printed document has found. */
export interface PrintedContent {
  reports: Report[];
  /** Conditions that make findings matter, see `RenderFeature`. */
  conditions?: readonly string[];
  /** Prints more of the document, if that is possible. It has to be printed again. */
  printer?: Printer;
}

/**
 * Looks at a document as wide as its pages.
 *
 * @param html the printed one.
 * @param mostPages the number of pages on which it may be printed again so that they show more; 0: it may not.
 */
export async function lookAtPrinted(
  page: Printer,
  html: string,
  pdf: Buffer,
  { reportAt }: Pick<CheckedDocument, 'reportAt'>,
  mostPages: number,
): Promise<PrintedContent> {
  const document = await page.open(html, false);
  const mayLose = await document.run<boolean | null>(SCRIPT, 'mayLose', DECLARATION_SOURCES, MOST_ELEMENTS);
  if (mayLose === null) return { reports: [], conditions: [IN_MARGIN] }; // it is not known
  const area = mayLose ? contentArea(pdf) : undefined;
  if (area === undefined) return { reports: [] };
  const size = { width: Math.ceil(area.width), height: Math.ceil(area.height) };
  await document.resize(size.width, size.height);
  const look = await document.run<Look | { isTooLong: true }>(SCRIPT, 'look', mostPages);
  if ('isTooLong' in look) return lookAtPrinted(page, html, pdf, { reportAt }, 0);
  return {
    reports: reportsOf(look, reportAt),
    ...(look.isInMargin && { conditions: [IN_MARGIN] }),
    ...(look.isChanged && { printer: changingPrinter(page, size) }),
  };
}

/** Returns a printer that changes documents so that paper shows more of them. */
function changingPrinter(page: Printer, { width, height }: PageArea): Printer {
  const open = async (html: string): Promise<OpenDocument> => {
    const document = await page.open(html);
    await document.resize(width, height);
    await document.run(SCRIPT, 'change', MOST_ELEMENTS);
    await document.resize(undefined);
    return document;
  };
  return printerWith(page, {
    open,
    print: async (html, settings, targets) => (await open(html)).print(settings, targets),
  });
}

/** The fraction of shown text below which a document is reported as hidden, and the minimum of characters. */
const LITTLE = 0.2;
const MANY_HIDDEN = 300;
/** The fraction of the text above which content is reported as covering the pages. */
const MOST_COVERED = 0.8;

type Fault = Parameters<CheckedDocument['reportAt']>[1];

function reportsOf(look: Look, reportAt: CheckedDocument['reportAt']): Report[] {
  const { shown, hidden } = look.count;
  const isHidden = hidden >= MANY_HIDDEN && shown > 0 && shown < LITTLE * (shown + hidden);
  const report = <Kind extends Found>(found: readonly Kind[], faultOf: (found: Kind) => Fault): Report[] =>
    found.map((one) => reportAt(one, { count: one.count, ...faultOf(one) }));
  return [
    ...report(look.cut, cutContent),
    ...report(look.wide, cutPages),
    ...report(look.overlapping, overNextCell),
    ...report(look.outside, overEdge),
    ...report(look.covered, coveredText),
    ...(isHidden ? [reportAt(look.hider, hiddenText(look.hider, shown / (shown + hidden)))] : []),
    ...report(look.breaks, ignoredBreak),
  ];
}

const cut = (fault: string, reason?: string): Fault => ({
  ...{ code: 'content_cut', name: '{}', fault },
  ...(reason && { reason }),
});

const cutContent = ({ tag, how, words }: Found): Fault =>
  cut(
    tag === 'input'
      ? `cuts its content, "${words}": make it wider, or write the text in an element without a field`
      : `cuts its content with \`${how}\`, from "${words}" on: for print, give it \`height: auto\` and \`overflow: visible\``,
    'cuts its content',
  );

const cutPages = ({ how }: Found): Fault =>
  cut(
    `is wider than its page with \`${how}\`, and the rest is cut: vertical text has pages only with \`writing-mode\` at \`html\``,
  );

const overNextCell = ({ words }: Found): Fault =>
  cut(
    `is wider than its cell and runs over the next one, "${words}": give the column more room, or the cell \`overflow-wrap: anywhere\``,
    'runs over the next cell',
  );

const overEdge = ({ how, words, side }: Look['outside'][number]): Fault =>
  cut(
    `reaches over the ${side} edge of its page with \`${how}\`, which cuts "${words}": give it no negative value in \`@media print\``,
    'reaches over an edge',
  );

function coveredText({ share, words }: Look['covered'][number]): Fault {
  const isAll = share > MOST_COVERED;
  const text = isAll ? 'the text of the pages' : `text, such as "${words}"`;
  const fault = `covers ${text}: no script takes it away; hide it with \`@media print { … { display: none } }\``;
  return { code: isAll ? 'nothing_printed' : 'content_cut', name: '{}', fault, reason: 'covers text' };
}

function hiddenText({ how }: Look['hider'], share: number): Fault {
  const by = how === 'details' ? ', as it is closed' : ` with \`${how}\``;
  const fault = `hides text${by}, so that only ${percent(share)} of the document’s text is printed: scripts and clicks do not show it; show it with \`@media print\``;
  return { code: 'nothing_printed', name: '{}', fault };
}

const ignoredBreak = ({ how }: Found): Fault => ({
  code: 'css_ignored',
  name: `\`${how}\` of {}`,
  fault: IGNORED_BREAK,
});

const percent = (share: number): string => `${Math.max(1, Math.floor(share * 100))} %`;
