/** Draws the pages of two prints, and finds those that differ. */
import { openPdf } from '../preview/pdf-pages.js';

/** The largest number of pages that are compared. */
export const MAX_COMPARED = 20;

export interface PagePictures {
  pageCount: number;
  /** The first pages. */
  pages: HTMLCanvasElement[];
}

/** Draws the first pages of a PDF. @param width of each in pixels. */
export async function picturesOf(bytes: Uint8Array, width: number): Promise<PagePictures> {
  const pdf = await openPdf(bytes);
  try {
    const pages: HTMLCanvasElement[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_COMPARED); number++) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      await page.render({ canvas, viewport }).promise;
      pages.push(canvas);
    }
    return { pageCount: pdf.numPages, pages };
  } finally {
    void pdf.loadingTask.destroy();
  }
}

type Pages = readonly (HTMLCanvasElement | undefined)[];

/** Returns the indexes of the pages that both sides have and whose pixels differ. */
export const differingPages = (before: Pages, after: Pages): number[] =>
  before.flatMap((page, index) => {
    const other = after[index];
    return page === undefined || other === undefined || areEqual(page, other) ? [] : [index];
  });

function areEqual(one: HTMLCanvasElement, other: HTMLCanvasElement): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [pixels, others] = [one, other].map(
    (canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data,
  );
  return pixels !== undefined && others !== undefined && pixels.every((value, index) => value === others[index]);
}

/** Returns the number of pages of both sides, as a sentence. */
export function pagesText(before: number, after: number): string {
  const count = (pages: number): string => `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return before === after ? `${count(before)} each.` : `${count(before)} before, ${count(after)} after.`;
}
