/** What comes out of the browser. */
import { MAX_PAGES, ServiceError } from '@toolpress/contract';
import { countPages } from './pdf/page-count.js';

export interface PrintedDocument {
  pdf: Buffer;
  /** A PDF of as many pages with the headers and footers to be laid over it. */
  stamps?: Buffer;
}

/** @throws ServiceError `page_limit`, or `document_too_complex` for a document of which nothing was printed. */
export function checkedPageCount(pdf: Buffer): number {
  const pages = countPages(pdf);
  if (pages > MAX_PAGES) {
    throw new ServiceError(
      'page_limit',
      `The document has more than ${MAX_PAGES} pages; a PDF may have ${MAX_PAGES} at most.`,
    );
  }
  if (pages === 0) {
    throw new ServiceError('document_too_complex', 'The document can’t be laid out on pages; make it simpler.');
  }
  return pages;
}
