/** Remembers scans of `style` elements. Documents of one template have the same, and scanning a long one takes milliseconds. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FontFamilies } from '../fonts/families.js';
import { scanCss } from './scan.js';
import type { CssScanRules, ScannedCss } from './scanned-css.js';

const scans = new LRUCache<string, ScannedCss>({ maxSize: 16 * 1024 * 1024 });
/** The size of the largest scan to remember, see `sizeOf`. */
const MAX_SIZE = 512 * 1024;

/** Returns about how much memory a scan takes, in characters: its texts are parts of the source, and each finding takes some hundred more. */
function sizeOf(source: string, scan: ScannedCss): number {
  let findings = 1;
  for (const found of Object.values(scan))
    if (Array.isArray(found)) findings += found.length;
    else if (found instanceof Set) findings += found.size;
  return 2 * source.length + 300 * findings;
}

/** Scans CSS, or returns what a scan of the same text has found. CSS with addresses is scanned each time: its new ones are the document's. */
export function scannedOnce(
  css: string,
  families: FontFamilies,
  addresses: Pick<CssScanRules, 'issue' | 'isIssued' | 'embedded'>,
): ScannedCss {
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
  const { issue, isIssued, embedded } = addresses;
  const noted = {
    issue: noting(issue),
    ...(isIssued && { isIssued: noting(isIssued) }),
    ...(embedded && { embedded: noting(embedded) }),
  };
  const scan = scanCss(css, { hasFont: families.has, withScripts: families.withScripts, ...noted });
  const size = sizeOf(css, scan);
  // A copy, because parts of a text keep the whole document in memory.
  if (!hasAddresses && scan.fault === undefined && size <= MAX_SIZE) scans.set(key, structuredClone(scan), { size });
  return scan;
}
