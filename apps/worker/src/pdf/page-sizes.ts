import { asDictionary, PdfFile } from './file.js';

const POINTS_PER_INCH = 72;

/** @returns the sizes of the pages, inches. */
export function pageSizes(pdf: Buffer): { width: number; height: number }[] {
  const file = new PdfFile(pdf);
  return file.pages().map((page) => {
    const box = file.follow(asDictionary(file.follow(page)).get('MediaBox'));
    const [left, bottom, right, top] = Array.isArray(box) ? box.map(Number) : [];
    if (left === undefined || bottom === undefined || right === undefined || top === undefined) {
      throw new Error('a page of the PDF has no size');
    }
    return { width: (right - left) / POINTS_PER_INCH, height: (top - bottom) / POINTS_PER_INCH };
  });
}
