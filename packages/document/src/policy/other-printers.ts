/** Finds page numbers of other PDF tools, which would print literally or not at all. */
import { HEADER_INSTEAD } from './element-rules.js';
import type { Findings } from './findings.js';

/** A comment of mPDF, which reads headers in it. */
const HEADER = '<!--mpdf';
/** mPDF, dompdf, wkhtmltopdf and jsreport. */
const TEXTS = [HEADER, '{PAGENO}', '{nbpg}', '{PAGE_NUM}', '{PAGE_COUNT}', '[topage]', '{#pageNum}', '{#numPages}'];

/** Classes that Chromium fills in its header templates. */
const NUMBER_CLASSES = ['pageNumber', 'totalPages'];
const OTHER_CLASSES = ['date', 'title', 'url'];

/** A quick check of `html`: nearly all documents have nothing of it. */
export const OTHER_PAGE_NUMBERS = /PAGENO|nbpg|PAGE_NUM|PAGE_COUNT|topage|pageNum|numPages|totalPages|<!--mpdf/;

const INSTEAD =
  'page numbers are `[[page]]` and `[[pages]]` in `header_html` and `footer_html`; anything else comes from `data`';

/** A start tag that its end tag follows. */
const EMPTY_TAG = /^<[a-z]\w*\s[^<>]*>\s*<\//i;
const CLASS = /\bclass\s*=\s*["']?([^"'<>]*)/i;

/** The largest number of places that are checked. */
const MAX_PLACES = 100;
const MAX_TAG = 300;

/** @param field of the request, which the text is of. */
export function noticePageNumbers(source: string, field: string, findings: Findings): void {
  const classes = field === 'html' ? NUMBER_CLASSES : [...NUMBER_CLASSES, ...OTHER_CLASSES];
  const place = textIn(source) ?? classes.map((name) => classIn(source, name)).find((found) => found !== undefined);
  if (place === undefined) return;
  const subject = { name: `\`${place.name}\``, span: { field, start: place.start, end: place.end } };
  const instead = place.name === HEADER ? HEADER_INSTEAD : INSTEAD;
  findings.notice('page numbers', { code: 'markup_ignored', subject, fault: `means nothing: ${instead}` });
}

interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function textIn(source: string): Place | undefined {
  for (const name of TEXTS) {
    const start = source.indexOf(name);
    if (start >= 0) return { name, start, end: start + name.length };
  }
  return undefined;
}

/** The first element of this class that is empty. */
function classIn(source: string, name: string): Place | undefined {
  let at = source.indexOf(name);
  for (let place = 1; at >= 0 && place <= MAX_PLACES; place++) {
    const from = Math.max(0, at - MAX_TAG);
    const start = from + Math.max(0, source.slice(from, at).lastIndexOf('<'));
    const [tag = ''] = EMPTY_TAG.exec(source.slice(start, at + MAX_TAG)) ?? [];
    const [, value = ''] = CLASS.exec(tag) ?? [];
    if (value.split(/\s/).includes(name)) return { name: `class="${name}"`, start, end: at + name.length };
    at = source.indexOf(name, at + 1);
  }
  return undefined;
}
