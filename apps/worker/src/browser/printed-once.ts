/** Keeps the PDFs of headers and footers. Documents of one template mostly have the same on as many pages. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { mayLoad } from './measured-once.js';

/** How long a PDF is kept, and how long it is known that it was printed once, in milliseconds. */
const KEPT_MS = 10 * 60 * 1000;

/** The digests of what was printed. Headers with somebody's data are mostly printed once, so that a PDF is kept only from its second print. */
const printedBefore = new LRUCache<string, true>({ max: 5_000, ttl: KEPT_MS });

/** In bytes. */
const pdfs = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  maxEntrySize: 1024 * 1024,
  sizeCalculation: (pdf) => pdf.length,
  ttl: KEPT_MS,
  ttlAutopurge: true,
});

/** Longer documents are printed each time, in characters. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/**
 * Prints something, or returns the PDF of an earlier print.
 *
 * @param what all that the print depends on: account, settings, HTML document.
 * @param print returns the PDF, and whether it is all that the print has shown: no image was found to be broken, for example.
 */
export async function printedOnce(
  what: string,
  print: () => Promise<{ pdf: Buffer; isWhole: boolean }>,
): Promise<Buffer> {
  if (what.length > MAX_CHARACTERS || mayLoad(what)) return (await print()).pdf;
  const key = createHash('sha256').update(what).digest('base64');
  const kept = pdfs.get(key);
  if (kept !== undefined) return kept;
  const { pdf, isWhole } = await print();
  if (isWhole && printedBefore.has(key)) pdfs.set(key, pdf);
  printedBefore.set(key, true);
  return pdf;
}
