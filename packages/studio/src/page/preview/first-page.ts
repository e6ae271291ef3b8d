/** Draws the first page of a PDF as a small picture. */
import { getDocument } from 'pdfjs-dist';
import { h } from '../ui/dom.js';
import { bytesOf } from './pdf-pages.js';
import { sharedWorker } from './shared-worker.js';

/** The width and height in pixels that the picture fits in. */
const WIDTH = 320;
const HEIGHT = 460;

/** Returns the address of a picture in the page's memory. */
export async function pictureOf(pdfBase64: string, workerPath: string): Promise<string> {
  const loading = getDocument({
    data: bytesOf(pdfBase64),
    isEvalSupported: false,
    enableXfa: false,
    worker: sharedWorker(workerPath),
  });
  try {
    const page = await (await loading.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(WIDTH / width, HEIGHT / height) });
    const canvas = h('canvas', { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
    await page.render({ canvas, viewport }).promise;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob === null) throw new Error('The browser can’t make a picture of the page.');
    return URL.createObjectURL(blob);
  } finally {
    await loading.destroy();
  }
}
