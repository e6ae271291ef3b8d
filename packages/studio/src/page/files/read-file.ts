/** Reads files that were dropped, pasted or picked. */
import { type FileContent, isText, kindOf, typeOf } from './template-files.js';

/** Reads a file as a template has it. @throws if it cannot be read, such as a folder. */
export async function contentOf(file: File, name: string): Promise<FileContent> {
  if (isText(name)) return file.text();
  return { base64: await base64Of(file) };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Base64 of `<`, maybe after a byte order mark. */
const BEGINS_WITH_MARKUP = /^(?:PD|77u\/P)/;

/** Returns the address at which the page can show an image. */
export function imageUrl(name: string, content: unknown): string {
  if (typeof content === 'string') return `data:image/svg+xml,${encodeURIComponent(content)}`;
  const { base64 = '' } = (content ?? {}) as { base64?: string };
  // An image may have the name of another type. Browsers recognize all types but SVG.
  const type = BEGINS_WITH_MARKUP.test(base64) ? 'image/svg+xml' : typeOf(name).replace('svg+xml', 'png');
  return `data:${type};base64,${base64}`;
}

/** Returns the width of an image in pixels; 0 if it has none or cannot be read. */
export async function widthOf(name: string, content: unknown): Promise<number> {
  if (kindOf(name) !== 'image') return 0;
  const image = new Image();
  image.src = imageUrl(name, content);
  await image.decode().catch(() => undefined);
  return image.naturalWidth;
}
