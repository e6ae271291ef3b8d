/** The limits of pages, and what a long document costs. */

/** Specification, section 8: the limit unless the operator allows more. Each begun block of as many pages is charged like a document. */
export const MAX_PAGES = 50;

/** The largest value of `pdf.max_pages`, and of an account's `max_pages`. */
export const MOST_PAGES = 2_000;

/** Returns the number of begun blocks of `MAX_PAGES` pages, at least 1. */
export const pageBlocks = (pages: number): number => Math.max(1, Math.ceil(pages / MAX_PAGES));

/** Returns the limit of a worker's job, which names it only if it is not the usual one. */
export const maxPagesOf = ({ maxPages = MAX_PAGES }: { maxPages?: number | undefined }): number => maxPages;
