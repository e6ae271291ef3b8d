/** Finds text that is not on the pages: in boxes that cut it, under others, or hidden; and page breaks that the browser ignores. */
import { MAX_PAGES } from '@toolpress/contract';
import { type CheckedDocument, IGNORED_BREAK, type PrintedElement, type Report } from '@toolpress/document';
import { contentArea } from '@toolpress/pdf';
import { PageScript } from '../browser/page-script.js';
import { type OpenDocument, type Printer, printerWith } from '../browser/printer.js';

const PARTS = ['printed-boxes.js', 'cut-texts.js', 'covering-boxes.js', 'ignored-breaks.js'];
const SCRIPT = new PageScript('printedContent', ['dom.js', ...PARTS, 'printed-content.js']);

/** A document of more elements is printed as the browser does it. They take some hundred milliseconds. */
const MOST_ELEMENTS = 50_000;

/** Matches a checked document with boxes that may cut, cover or hide text. */
const HIDES =
  /\boverflow(?:-[a-z]{1,9})?\s*:\s*(?:auto|scroll|hidden|clip|overlay)|position\s*:\s*fixed|\binset\s*:|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?(?![\d.])|content-visibility|writing-mode\s*:\s*(?:vertical|sideways|tb)|\bcontain\s*:|<(?:textarea|details|input\s[^>]{0,300}?value="[^"]{15})|\shidden="/i;
/** Matches boxes that may be as large as a page. */
const PLACED = /position\s*:\s*absolute/i;
const WHOLE = /\bheight\s*:\s*100(?:%|d?vh)|\bbottom\s*:\s*0/i;
const BREAKS = /break-(?:before|after)\s*:\s*(?:page|always|left|right|recto|verso)|mso-break-type/i;
/** Places where the browser ignores page breaks. */
const UNBROKEN =
  /display\s*:\s*(?:inline|flex|grid|contents)|float\s*:\s*(?:left|right)|position\s*:\s*absolute|column|writing-mode|\bbr\b[^{}<>]{0,200}\{[^{}]{0,500}break-|<(?:br|a|b|em|font|i|img|label|small|span|strong)\s[^<>]{0,500}(?:break|class=|id=)|<(?:caption|legend|button|thead|foreignObject)\b/i;

/** Returns whether a document may have text that is not on its pages, or breaks that the browser ignores. */
export const mayLose = (html: string): boolean =>
  HIDES.test(html) || (PLACED.test(html) && WHOLE.test(html)) || (BREAKS.test(html) && UNBROKEN.test(html));

interface Found extends PrintedElement {
  /** The declaration that hides it. */
  how: string;
  /** The first words that are lost. */
  words: string;
  count: number;
}

interface Look {
  isChanged: boolean;
  cut: Found[];
  breaks: Found[];
  wide: Found[];
  covered: (Found & { share: number })[];
  /** The characters that are shown and hidden, and the element that hides most of them. */
  count: { shown: number; hidden: number };
  hider: PrintedElement & { how: string };
}

interface PageArea {
  width: number;
  height: number;
}

/** What a look at a printed document has found. */
export interface PrintedContent {
  reports: Report[];
  /** Prints more of the document, if that is possible. It has to be printed again. */
  printer?: Printer;
}

/**
 * Looks at a document as wide as its pages.
 *
 * @param html the printed one.
 * @param mayChange whether it may be printed again so that its pages show more.
 */
export async function lookAtPrinted(
  page: Printer,
  html: string,
  pdf: Buffer,
  { reportAt }: Pick<CheckedDocument, 'reportAt'>,
  mayChange: boolean,
): Promise<PrintedContent> {
  const area = contentArea(pdf);
  if (area === undefined) return { reports: [] };
  const size = { width: Math.ceil(area.width), height: Math.ceil(area.height) };
  const document = await page.open(html);
  await document.resize(size.width, size.height);
  const limits = { elements: MOST_ELEMENTS, pages: mayChange ? MAX_PAGES : 0 };
  const look = await document.run<Look | { isTooLong: true } | null>(SCRIPT, 'look', limits);
  if (look === null) return { reports: [] };
  if ('isTooLong' in look) return lookAtPrinted(page, html, pdf, { reportAt }, false);
  const reports = reportsOf(look, reportAt);
  return look.isChanged ? { reports, printer: changingPrinter(page, size) } : { reports };
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

/** The share of the text below which a document is said to be hidden, and the fewest characters that are. */
const LITTLE = 0.2;
const MANY_HIDDEN = 300;
/** The share of the text above which something is said to cover the pages. */
const MOST_COVERED = 0.8;

function reportsOf(
  { cut, covered, breaks, wide, count, hider }: Look,
  reportAt: CheckedDocument['reportAt'],
): Report[] {
  const { shown, hidden } = count;
  const how = hider.how === 'details' ? ', as it is closed' : ` with \`${hider.how}\``;
  const isHidden = hidden >= MANY_HIDDEN && shown > 0 && shown < LITTLE * (shown + hidden);
  return [
    ...cut.map(({ how, words, ...element }) =>
      reportAt(element, {
        code: 'content_cut',
        name: '{}',
        fault:
          element.tag === 'input'
            ? `cuts its content, "${words}": make it wider, or write the text in an element without a field`
            : `cuts its content with \`${how}\`, from "${words}" on: for print, give it \`height: auto\` and \`overflow: visible\``,
        reason: 'cuts its content',
        count: element.count,
      }),
    ),
    ...wide.map(({ how, ...element }) =>
      reportAt(element, {
        code: 'content_cut',
        name: '{}',
        fault: `is wider than its page with \`${how}\`, and the rest is cut: vertical text has pages only with \`writing-mode\` at \`html\``,
        count: element.count,
      }),
    ),
    ...covered.map(({ share, words, ...element }) => {
      const text = share > MOST_COVERED ? 'the text of the pages' : `text, such as "${words}"`;
      return reportAt(element, {
        code: share > MOST_COVERED ? 'nothing_printed' : 'content_cut',
        name: '{}',
        fault: `covers ${text}: no script takes it away; hide it with \`@media print { … { display: none } }\``,
        reason: 'covers text',
        count: element.count,
      });
    }),
    ...(isHidden
      ? [
          reportAt(hider, {
            code: 'nothing_printed',
            name: '{}',
            fault: `hides text${how}, so that only ${percent(shown / (shown + hidden))} of the document’s text is printed: scripts and clicks do not show it; show it with \`@media print\``,
          }),
        ]
      : []),
    ...breaks.map(({ how, ...element }) =>
      reportAt(element, {
        code: 'css_ignored',
        name: `\`${how}\` of {}`,
        fault: IGNORED_BREAK,
        count: element.count,
      }),
    ),
  ];
}

const percent = (share: number): string => `${Math.max(1, Math.floor(share * 100))} %`;
