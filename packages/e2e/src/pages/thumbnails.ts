/// <reference lib="dom" />
/** The pictures of the samples in the gallery of the studio: their first pages, as the studio’s own templates of them are printed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pdfInfo, pdfPixels, type ServiceClient } from '@toolpress/testkit';
import type { Page } from 'puppeteer';
import type { Picture } from '../comparison/pictures.js';

/** The folder of the pictures. */
export const THUMBNAILS = fileURLToPath(new URL('../../../studio/views/thumbnails', import.meta.url));
/** The width and height in pixels that a picture fits in. */
const WIDTH = 180;
const HEIGHT = 246;
const QUALITY = 0.5;

interface SampleFact {
  name: string;
  file: string;
}

interface SampleFile {
  content: string;
  css: string;
  files: object;
  languages: Record<'en', { options: object; sample_data: { short: object } }>;
}

/** Returns the samples that the studio has. */
export async function gallerySamples({ url }: ServiceClient): Promise<SampleFact[]> {
  const html = await (await fetch(`${url}/studio`)).text();
  const [, facts = ''] = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(facts) as { samples: SampleFact[] }).samples;
}

/** Prints a sample with its short data. @returns the first page. */
export async function firstPageOf(service: ServiceClient, { name, file }: SampleFact): Promise<Picture> {
  const { content, css, files, languages } = (await (await fetch(service.url + file)).json()) as SampleFile;
  const { options, sample_data } = languages.en;
  const body = { ...options, html: content, css, files, data: sample_data.short };
  const answer = await service.call('/api/utilities/html-to-pdf', { body });
  if (answer.status !== 200) throw new Error(`The sample ${name} is not printed: ${answer.body.error}`);
  const pdf = Buffer.from(answer.body.data.pdf_base64, 'base64');
  const page = pdfInfo(pdf);
  const scale = Math.min(WIDTH / page.width, HEIGHT / page.height);
  const { size, pixels } = pdfPixels(pdf, 72 * scale);
  const [width = 0, height = 0] = size.split(' ').map(Number);
  return { width, height, pixels };
}

/** Takes the pictures of all samples. */
export async function takeThumbnails(service: ServiceClient, page: Page): Promise<void> {
  mkdirSync(THUMBNAILS, { recursive: true });
  for (const sample of await gallerySamples(service))
    writeFileSync(`${THUMBNAILS}/${sample.name}.webp`, await webpOf(page, await firstPageOf(service, sample)));
}

/** Returns a picture as WebP. @param page any page of a browser. */
export async function webpOf(page: Page, { width, height, pixels }: Picture): Promise<Buffer> {
  const base64 = await page.evaluate(encode, pixels.toString('base64'), width, height, QUALITY);
  return Buffer.from(base64, 'base64');
}

/** Returns the pixels of a picture. @param page any page of a browser. */
export async function pixelsOf(page: Page, webp: Buffer): Promise<Picture> {
  const { width, height, base64 } = await page.evaluate(decode, webp.toString('base64'));
  return { width, height, pixels: Buffer.from(base64, 'base64') };
}

/** Runs in the page. */
function encode(base64: string, width: number, height: number, quality: number): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const image = new ImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    image.data.set(bytes.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    image.data[pixel * 4 + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
}

/** Runs in the page. */
async function decode(webp: string): Promise<{ width: number; height: number; base64: string }> {
  const blob = await (await fetch(`data:image/webp;base64,${webp}`)).blob();
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
  let text = '';
  for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(...data.subarray(at, at + 3));
  return { width, height, base64: btoa(text) };
}
