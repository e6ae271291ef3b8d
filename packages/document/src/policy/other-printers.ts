/** Finds page numbers of other PDF tools, which would print literally or not at all. */
import { HEADER_INSTEAD } from './element-rules.js';
import type { Findings } from './findings.js';

const NUMBERS =
  'page numbers are `[[page]]` and `[[pages]]` in `header_html` and `footer_html`; anything else comes from `data`';

/** What other printers fill in, and what to use instead. The first in the list that a document has counts. */
const PRINTERS: readonly (readonly [printer: string, written: string, instead: string])[] = [
  ['mPDF', '<!--mpdf', HEADER_INSTEAD],
  ['mPDF', '{PAGENO}', NUMBERS],
  ['mPDF', '{nbpg}', NUMBERS],
  ['dompdf', '{PAGE_NUM}', NUMBERS],
  ['dompdf', '{PAGE_COUNT}', NUMBERS],
  ['wkhtmltopdf', '[topage]', NUMBERS],
  ['jsreport', '{#pageNum}', NUMBERS],
  ['jsreport', '{#numPages}', NUMBERS],
  ['Chromium', 'class="pageNumber"', NUMBERS],
  ['Chromium', 'class="totalPages"', NUMBERS],
];
/** In a document, such classes are its own. */
const IN_HEADERS: typeof PRINTERS = ['date', 'title', 'url'].map((name) => ['Chromium', `class="${name}"`, NUMBERS]);

/** A quick check of `html`: nearly all documents have nothing of it. */
const ANY = /PAGENO|nbpg|PAGE_NUM|PAGE_COUNT|topage|pageNum|numPages|totalPages|<!--mpdf/;

/** A start tag that its end tag follows. */
const EMPTY_TAG = /^<[a-z]\w*\s[^<>]*>\s*<\//i;
const CLASS = /\bclass\s*=\s*["']?([^"'<>]*)/i;

/** The largest number of places that are checked. */
const MAX_PLACES = 100;
const MAX_TAG = 300;

/** @param field of the request, which the text is of. */
export function noticePageNumbers(source: string, field: string, findings: Findings): void {
  if (field === 'html' && !ANY.test(source)) return;
  for (const [, written, instead] of field === 'html' ? PRINTERS : [...PRINTERS, ...IN_HEADERS]) {
    const [, name] = /^class="(.*)"$/.exec(written) ?? [];
    const range = name === undefined ? textIn(source, written) : classIn(source, name);
    if (range === undefined) continue;
    const subject = { name: `\`${written}\``, span: { field, ...range } };
    findings.notice('page numbers', { code: 'markup_ignored', subject, fault: `means nothing: ${instead}` });
    return;
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function textIn(source: string, text: string): Range | undefined {
  const start = source.indexOf(text);
  return start < 0 ? undefined : { start, end: start + text.length };
}

/** The first element of this class that is empty. */
function classIn(source: string, name: string): Range | undefined {
  let at = source.indexOf(name);
  for (let place = 1; at >= 0 && place <= MAX_PLACES; place++) {
    const from = Math.max(0, at - MAX_TAG);
    const start = from + Math.max(0, source.slice(from, at).lastIndexOf('<'));
    const [tag = ''] = EMPTY_TAG.exec(source.slice(start, at + MAX_TAG)) ?? [];
    const [, value = ''] = CLASS.exec(tag) ?? [];
    if (value.split(/\s/).includes(name)) return { start, end: at + name.length };
    at = source.indexOf(name, at + 1);
  }
  return undefined;
}
