/** The files of a template: their kinds, names, sizes, and how the texts use them. */
import { bytesText } from '../ui/dom.js';

export type FileContent = string | { base64: string };
export type Files = Record<string, unknown>;
type Kind = 'image' | 'font' | 'sheet';

const KINDS: Readonly<Record<string, readonly [kind: Kind, type: string]>> = {
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  gif: ['image', 'image/gif'],
  webp: ['image', 'image/webp'],
  avif: ['image', 'image/avif'],
  svg: ['image', 'image/svg+xml'],
  woff2: ['font', 'font/woff2'],
  woff: ['font', 'font/woff'],
  ttf: ['font', 'font/ttf'],
  otf: ['font', 'font/otf'],
  css: ['sheet', 'text/css'],
};
/** The files that a picker offers. */
export const ACCEPTED = Object.keys(KINDS)
  .map((ending) => `.${ending}`)
  .join(',');
const ALLOWED = 'images (PNG, JPEG, GIF, WebP, AVIF, SVG), fonts (WOFF2, WOFF, TTF, OTF) and style sheets (CSS)';

const endingOf = (name: string): string => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
export const kindOf = (name: string): Kind | undefined => KINDS[endingOf(name)]?.[0];
export const typeOf = (name: string): string => KINDS[endingOf(name)]?.[1] ?? 'application/octet-stream';
export const isText = (name: string): boolean => /\.(?:css|svg)$/i.test(name);

/** Returns a name that HTML and CSS can use as it is. @param type of a file whose name has no ending, such as of the clipboard. */
export function safeName(name: string, type = ''): string {
  const plain = name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .split('.')
    .map((part) => part.replace(/^-|-$/g, ''))
    .filter((part) => part !== '')
    .join('.');
  const ending = Object.keys(KINDS).find((each) => KINDS[each]?.[1] === type);
  const whole = plain === '' ? 'file' : plain;
  return kindOf(whole) === undefined && ending !== undefined ? `${whole}.${ending}` : whole;
}

/** Returns a name that no file has, such as `image-2.png`. */
export function freeName(name: string, files: Files): string {
  if (!Object.hasOwn(files, name)) return name;
  const end = name.length - endingOf(name).length - 1;
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, end)}-${number}${name.slice(end)}`;
    if (!Object.hasOwn(files, next)) return next;
  }
}

/** Returns why a file cannot have a name; undefined if it can. Folders are allowed, such as `images/logo.png`. */
export function nameFault(name: string, old: string, files: Files): string | undefined {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || safeName(part) !== part))
    return 'A name has letters, digits, “.”, “_” and “-”, and may be in folders, such as “images/logo.png”.';
  if (kindOf(name) !== kindOf(old)) return `The name must end as before: “.${endingOf(old)}”.`;
  return name !== old && Object.hasOwn(files, name) ? 'Another file has this name.' : undefined;
}

/** Returns the size of a file in bytes. */
export function sizeOf(content: unknown): number {
  if (typeof content === 'string') return new TextEncoder().encode(content).length;
  const { base64 = '' } = (content ?? {}) as { base64?: string };
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}

export interface FileLimits {
  maxFiles: number;
  /** The bytes of a template with all of its parts. Files count as they are sent: as text or base64. */
  maxTemplateBytes: number;
  maxFontBytes: number;
}

export interface NewFile {
  name: string;
  content: FileContent;
}

/** Returns the bytes that a file takes of the template's. */
const storedSize = (content: unknown): number =>
  typeof content === 'string' ? sizeOf(JSON.stringify(content)) : Math.ceil((sizeOf(content) * 4) / 3) + 16;

/**
 * Adds files that the limits allow. A file replaces the one with its name.
 *
 * @param others the bytes of the template's other parts
 * @returns all files, the names of those that were added, and a sentence for each that was not
 */
export function withAdded(
  files: Files,
  added: readonly NewFile[],
  limits: FileLimits,
  others: number,
): { files: Files; names: string[]; refused: string[] } {
  const all = { ...files };
  const names: string[] = [];
  const refused: string[] = [];
  let room = limits.maxTemplateBytes - others;
  for (const content of Object.values(files)) room -= storedSize(content);
  for (const { name, content } of added) {
    const left = room + (Object.hasOwn(all, name) ? storedSize(all[name]) : 0);
    const fault = faultOf(name, content, { all, left, limits });
    if (fault !== undefined) {
      refused.push(`${name} is not added: ${fault}`);
      continue;
    }
    room = left - storedSize(content);
    all[name] = content;
    names.push(name);
  }
  return { files: all, names, refused };
}

interface Room {
  all: Files;
  /** The bytes that are left. */
  left: number;
  limits: FileLimits;
}

function faultOf(name: string, content: FileContent, { all, left, limits }: Room): string | undefined {
  const { maxFiles, maxFontBytes, maxTemplateBytes } = limits;
  const size = sizeOf(content);
  const kind = kindOf(name);
  if (kind === undefined) return `files of a template are ${ALLOWED}.`;
  if (size === 0) return 'it is empty.';
  if (!Object.hasOwn(all, name) && Object.keys(all).length >= maxFiles)
    return `a template may have at most ${maxFiles} files. Remove one first.`;
  if (kind === 'font' && size > maxFontBytes)
    return `a font may have at most ${bytesText(maxFontBytes)}, and this one has ${bytesText(size)}. Use WOFF2, or fewer characters.`;
  if (storedSize(content) <= left) return undefined;
  const most = Math.max(0, Math.floor((left * 3) / 4));
  return `it has ${bytesText(size)}, and there is room for ${bytesText(most)}: a template with its files may have ${bytesText(maxTemplateBytes)}, of which images and fonts take a third more than their size. Make the image smaller, or remove files.`;
}

const pathOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** The language of the text into which a file is inserted. */
export type Target = 'html' | 'css';

/** Returns what uses a file in a text. @param width of an image in pixels. */
export function snippetOf(name: string, target: Target, width = 0): string | undefined {
  const kind = kindOf(name);
  const path = pathOf(name);
  if (target === 'html') {
    if (kind === 'sheet') return `<link rel="stylesheet" href="${path}">`;
    return kind === 'image' ? `<img src="${path}" alt=""${width > WIDEST ? ` width="${WIDEST}"` : ''}>` : undefined;
  }
  if (kind === 'image') return `url("${path}")`;
  if (kind === 'sheet') return `@import url("${path}");\n`;
  return `@font-face {\n  font-family: "${familyOf(name)}";\n  src: url("${path}");\n}\n`;
}

/** The width in pixels to which larger images are set: the text of an A4 page with margins of 20 mm. */
const WIDEST = 640;

/** Returns a family for a font's file. */
const familyOf = (name: string): string =>
  name
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();

/** Returns the place nearest to `at` where a file's snippet may stand: outside of markup in HTML, and of rules in CSS. */
export function insertionPoint(text: string, at: number, name: string, target: Target): number {
  if (target === 'html') {
    const inTag = text.lastIndexOf('[[', at - 1);
    const tagEnd = text.indexOf(']]', inTag);
    if (inTag >= 0 && tagEnd >= 0 && inTag < at && at < tagEnd + 2) return tagEnd + 2;
    const inMarkup = text.lastIndexOf('<', at - 1);
    const end = text.indexOf('>', inMarkup);
    const outside = inMarkup >= 0 && end >= at ? end + 1 : at;
    const body = /<body\b[^<>]*>/i.exec(text);
    return kindOf(name) === 'image' && body !== null ? Math.max(outside, body.index + body[0].length) : outside;
  }
  const kind = kindOf(name);
  if (kind === 'sheet') return 0;
  return kind === 'font' ? afterRule(text, at) : at;
}

/** Returns the end of the rule at a position, or the position outside of rules. */
function afterRule(text: string, at: number): number {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (index >= at && depth === 0) return index;
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth = Math.max(0, depth - 1);
    if (index >= at && depth === 0 && text[index] === '}') return index + (text[index + 1] === '\n' ? 2 : 1);
  }
  return text.length;
}
