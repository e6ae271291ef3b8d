/** Functions that `page-printer.ts` calls in a document. */
import * as dom from './shared/dom.js';

/**
 * Waits for the first font faces of a document that its layout needs. One may lead to another.
 *
 * @returns how many of them were requested, and the numbers of those that the browser refused.
 */
export async function loadFonts(count: number): Promise<{ asked: number; rejected: number[] }> {
  const faces = [...document.fonts].slice(0, count);
  const withStatus = (status: FontFaceLoadStatus) => faces.filter((face) => face.status === status);
  for (;;) {
    dom.getBoundingClientRect(dom.root);
    const loading = withStatus('loading');
    if (loading.length === 0) break;
    await Promise.allSettled(loading.map((face) => face.loaded));
  }
  return {
    asked: faces.length - withStatus('unloaded').length,
    rejected: withStatus('error').map((face) => faces.indexOf(face)),
  };
}

/** Reads the first font faces, also those that the layout does not need. Returns the numbers of those that the browser can read. */
export async function readableFonts(count: number): Promise<number[]> {
  const faces = [...document.fonts].slice(0, count);
  const read = await Promise.allSettled(faces.map((face) => face.load()));
  return read.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
}

/**
 * Makes the PDF name the places of elements, which it does for targets of links. The links are hidden in the head, where selectors of the
 * document do not count them.
 */
export function linkTo(ids: readonly string[]): void {
  const links = dom.create('toolpress-links');
  links.style.setProperty('display', 'none', 'important');
  for (const id of ids) links.append(Object.assign(dom.create('a'), { href: `#${encodeURIComponent(id)}` }));
  dom.select('toolpress-links')[0]?.remove();
  dom.append(dom.head, links);
}

/** Returns the heights of the elements that a selector finds, in inches. */
export const heights = (selector: string): number[] =>
  Array.from(dom.select(selector), (one) => dom.getBoundingClientRect(one).height / 96);

/** Returns the size of the document, in pixels: its height, and the width that it needs. */
export function contentSize(): { height: number; needed: number } {
  const { scrollHeight, scrollWidth } = dom.scroller();
  const { bottom } = dom.getBoundingClientRect(dom.root);
  return { height: Math.max(scrollHeight, bottom), needed: scrollWidth };
}

export function ask(url: string): void {
  new Image().src = url;
}

const canRead = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    Object.assign(new Image(), { onload: () => resolve(true), onerror: () => resolve(false), src: url });
  });
/** Returns for each image whether the browser can read it. One that it has read is not asked for again. */
export const areRead = (urls: readonly string[]): Promise<boolean[]> => Promise.all(urls.map(canRead));
