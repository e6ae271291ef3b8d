/** Replaces images by JPEG images where these are smaller. */
import { create, readerOf } from './shared/dom.js';

/** The largest number of pixels that are looked at in one image. */
const MOST_PIXELS = 16_000_000;

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

/** Returns the JPEG image; undefined for images with transparent pixels, and where it is not smaller. */
function smaller(image: HTMLImageElement, quality: number): string | undefined {
  const { naturalWidth: width, naturalHeight: height } = image;
  if (image.currentSrc !== image.src) return undefined; // of a `srcset`, which a new `src` does not replace
  if (!image.src.startsWith('data:image/') || image.src.startsWith('data:image/jpeg')) return undefined;
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) return undefined;
  const canvas = Object.assign(create('canvas'), { width, height });
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
  drawing.drawImage(image, 0, 0);
  if (!isOpaque(drawing.getImageData(0, 0, width, height).data)) return undefined;
  const jpeg = canvas.toDataURL('image/jpeg', quality);
  return jpeg.length < image.src.length ? jpeg : undefined;
}

const imagesOf = readerOf(Document, 'images');

export async function shrink(quality: number): Promise<void> {
  for (const image of imagesOf(document)) {
    const jpeg = smaller(image, quality);
    if (jpeg === undefined) continue;
    // `decode()` waits for a frame, which a hidden page may never draw.
    await new Promise((resolve) => Object.assign(image, { onload: resolve, onerror: resolve, src: jpeg }));
  }
}
