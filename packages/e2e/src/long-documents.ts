/** A long document with contents, references, footnotes and headers, each page of which says its own number. */
import { pdfText, type TestService } from '@toolpress/testkit';

/** The chapters that the contents list on one page, at most. */
const LINES_A_PAGE = 40;

/** Returns the chapter that a chapter refers to. */
const referredFrom = (chapter: number, chapters: number): number => ((chapter * 7_919) % chapters) + 1;

/** @param chapters each begins a page, after the contents. */
export function longDocument(chapters: number) {
  const text = (word: string, count: number): string => `${word} paper ink binder lamp desk chair shelf `.repeat(count);
  const sections = Array.from({ length: chapters }, (_, before) => {
    const at = before + 1;
    const other = referredFrom(at, chapters);
    return `<section><h1 id="c${at}" data-running="chapter">Chapter ${at}</h1><p>${text(`of${at}`, 12)}<span data-footnote>Note${at} ${text('note', 2)}</span></p><p>See${at} [[page-of:#c${other}]] end.</p></section>`;
  });
  return {
    html: `<!DOCTYPE html><html lang="en"><head><title>Long</title><style>body { font: 10pt/1.3 "Liberation Sans" } section { break-before: page } nav li { height: 5mm }</style></head><body><h1 data-toc-skip>Contents</h1><nav data-toc="h1"></nav>${sections.join('')}</body></html>`,
    page_size: 'A4',
    header_html: '<div style="font: 8pt Liberation Sans">Head [[running.chapter]]</div>',
    footer_html: '<div style="font: 8pt Liberation Sans">Foot [[page]] of [[pages]]</div>',
    outline: true,
  };
}

/** Returns what is wrong in a print of `longDocument`: numbers in contents, references, footnotes, headers, footers. */
export function wrongNumbers(pdf: Uint8Array, chapters: number): string[] {
  const pages = pdfText(pdf).split('\f').slice(0, -1);
  const faults: string[] = [];
  const pageOf = new Map<number, number>();
  for (const [index, text] of pages.entries()) {
    const chapter = /\bof(\d+) paper/.exec(text)?.[1];
    if (chapter !== undefined) pageOf.set(Number(chapter), index + 1);
  }
  const first = pageOf.get(1) ?? 0;
  if (pageOf.size !== chapters) faults.push(`${pageOf.size} chapters`);
  if (first < 2 || first > 2 + Math.ceil(chapters / LINES_A_PAGE)) faults.push(`chapter 1 on page ${first}`);
  const expect = (page: number, what: string, found: string | undefined, wanted: number | string): void => {
    if (found !== String(wanted)) faults.push(`page ${page}: ${what} is ${found} instead of ${wanted}`);
  };
  for (const [index, text] of pages.entries()) {
    const footer = /Foot (\d+) of (\d+)/.exec(text);
    expect(index + 1, 'the footer', footer?.[1], index + 1);
    expect(index + 1, 'the count', footer?.[2], pages.length);
  }
  const contents = new Map(
    [
      ...pages
        .slice(0, first - 1)
        .join('\n')
        .matchAll(/Chapter (\d+)[\s.]+(\d+)/g),
    ].map(([, chapter, page]) => [Number(chapter), page]),
  );
  for (const [chapter, page] of pageOf) {
    const text = pages[page - 1] ?? '';
    expect(page, 'the line of the contents', contents.get(chapter), page);
    expect(
      page,
      'the reference',
      new RegExp(`See${chapter} (\\d+) end`).exec(text)?.[1],
      pageOf.get(referredFrom(chapter, chapters)) ?? '',
    );
    expect(page, 'the header', /Head Chapter (\d+)/.exec(text)?.[1], chapter);
    expect(page, 'the footnote', /\bNote(\d+) note/.exec(text)?.[1], chapter);
  }
  return faults;
}

/** Allows an account more pages. */
export const allowPages = (service: TestService, id: string, max_pages: number | null) =>
  service.call(`/admin/accounts/${id}`, { method: 'PATCH', token: service.adminToken, body: { max_pages } });
