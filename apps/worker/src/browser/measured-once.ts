/** Remembers measures of the browser. Documents of one template have the same style sheets, and mostly the same headers. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Measures by a digest of what was measured. Few are more than a hundred bytes. */
const measures = new LRUCache<string, object>({ max: 2_000 });

/** What is loaded by an address may change without it. The target of a link, and an address that is written in a text, are not loaded. */
const LOADED = /(?<!<a href="|>)https:/;

/** Returns whether a document may load something. */
export const mayLoad = (html: string): boolean => LOADED.test(html);

/**
 * Measures something, or returns what was measured for the same text before.
 *
 * @param what all that the measure depends on, such as an HTML document.
 */
export async function measuredOnce<Measure extends object>(
  what: string,
  measure: () => Promise<Measure>,
): Promise<Measure> {
  if (mayLoad(what)) return measure();
  const key = createHash('sha256').update(what).digest('base64');
  const known = measures.get(key) as Measure | undefined;
  if (known !== undefined) return known;
  const measured = await measure();
  measures.set(key, measured);
  return measured;
}
