/** Remembers scans of `style` elements. Documents of one template have the same, and scanning a long one takes milliseconds. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FontFamilies } from '../fonts/families.js';
import { scanCss } from './scan.js';
import type { CssScanRules, ScannedCss } from './scanned-css.js';

const scans = new LRUCache<string, ScannedCss>({
  maxSize: 8 * 1024 * 1024,
  // A finding takes as much memory as some hundred characters.
  sizeCalculation: ({ css, stacks, fontLists, ignored, references }) =>
    css.length + 300 * (1 + stacks.length + fontLists.size + ignored.length + references.length),
});

/** Scans CSS, or returns what a scan of the same text has found. CSS with addresses is scanned each time: its new ones are the document's. */
export function scannedOnce(css: string, rules: CssScanRules, families: FontFamilies): ScannedCss {
  const key = `${families.key} ${hash('sha256', css)}`;
  const known = scans.get(key);
  if (known !== undefined) return known;
  let hasAddresses = false;
  const noting =
    <Args extends unknown[], Result>(ask: (...args: Args) => Result) =>
    (...args: Args): Result => {
      hasAddresses = true;
      return ask(...args);
    };
  const { issue, isIssued } = rules;
  const scan = scanCss(css, { ...rules, issue: noting(issue), ...(isIssued && { isIssued: noting(isIssued) }) });
  // A copy, because parts of a text keep the whole document in memory.
  if (!hasAddresses && scan.fault === undefined) scans.set(key, structuredClone(scan));
  return scan;
}
