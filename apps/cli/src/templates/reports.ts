/** Reports what differs in the pages of templates. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count } from '../output.js';
import { differingPages, type PageDifference, pagesOf } from './pages.js';

/** The comparison of a template with one set of sample data. */
export interface Comparison {
  readonly account?: string;
  readonly template: string;
  readonly sample: string;
  /** The number of pages of each document; absent when one of them could not be printed. */
  readonly page_count?: readonly [first: number, second: number];
  readonly pages: readonly Omit<PageDifference, 'picture'>[];
  /** Why it could not be compared. */
  readonly error?: string;
}

/**
 * Compares two PDFs.
 *
 * @param out the folder for pictures of pages that differ; undefined for none
 */
export async function compared(
  what: Pick<Comparison, 'account' | 'template' | 'sample'>,
  [first, second]: readonly [string, string],
  out: string | undefined,
): Promise<Comparison> {
  const documents = [];
  for (const base64 of [first, second]) documents.push(await pagesOf(Buffer.from(base64, 'base64')));
  const [before = [], after = []] = documents;
  const pages: Omit<PageDifference, 'picture'>[] = [];
  for (const { picture, ...page } of await differingPages(before, after)) {
    pages.push(page);
    if (out === undefined) continue;
    await mkdir(out, { recursive: true });
    const names = [what.account, what.template, what.sample, `page-${page.page}`].filter((name) => name !== undefined);
    await writeFile(join(out, `${names.join('.')}.png`), picture);
  }
  return { ...what, page_count: [before.length, after.length], pages };
}

export const isEqual = ({ pages, error }: Comparison): boolean => error === undefined && pages.length === 0;

/** Returns a line for each difference, and the totals. */
export function reportOf(comparisons: readonly Comparison[]): string[] {
  const lines = comparisons.flatMap((one) => {
    const { account, template, sample, page_count, pages, error } = one;
    const name = [account, template, sample].filter((each) => each !== undefined).join(' ');
    if (error !== undefined) return [`${name}: ${error}`];
    const [before = 0, after = 0] = page_count ?? [];
    return [
      ...(before === after ? [] : [`${name}: ${before} and ${after} pages`]),
      ...pages.map(({ page, is_in, text, pixels }) => {
        if (is_in !== 'both') return `${name}: page ${page} is only in the ${is_in}`;
        return `${name}: page ${page} differs in ${[text && 'its text', `${count(pixels)} pixels`].filter(Boolean).join(' and ')}`;
      }),
    ];
  });
  const differing = comparisons.filter((one) => !isEqual(one)).length;
  const pages = comparisons.reduce(
    (sum, { page_count: [before = 0, after = 0] = [] }) => sum + Math.max(before, after),
    0,
  );
  const differingPages = comparisons.reduce((sum, one) => sum + one.pages.length, 0);
  return [
    ...lines,
    `${count(comparisons.length)} prints compared, ${count(differing)} differ; ${count(pages)} pages, ${count(differingPages)} differ`,
  ];
}
