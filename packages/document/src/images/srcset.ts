/** Reads `srcset`, by the HTML standard's algorithm. */

interface Candidate {
  readonly url: string;
  /** What follows the URL, such as `2x` or `800w`; empty for `1x`. */
  readonly descriptor: string;
  /** How many image pixels there are to a CSS pixel; for `w` descriptors it depends on the layout, so it is absent. */
  readonly density?: number;
  /** Image pixels, of a `w` descriptor. */
  readonly width?: number;
}

const BLANKS = '\t\n\f\r ';

/** Candidates with broken descriptors are left out, as browsers do. */
export function candidatesIn(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = skip(srcset, 0, `${BLANKS},`); at < srcset.length; at = skip(srcset, at, `${BLANKS},`)) {
    const end = until(srcset, at, BLANKS);
    const written = srcset.slice(at, end);
    const url = withoutTrailingCommas(written);
    at = end;
    if (url.length === written.length) at = endOfDescriptors(srcset, end);
    const candidate = candidateOf(url, url.length === written.length ? srcset.slice(end, at) : '');
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

/** Commas inside parentheses do not end descriptors. */
function endOfDescriptors(srcset: string, start: number): number {
  let isInside = false;
  let at = start;
  for (; at < srcset.length; at++) {
    const character = srcset.charAt(at);
    if (character === ',' && !isInside) return at;
    if (character === '(') isInside = true;
    if (character === ')') isInside = false;
  }
  return at;
}

function candidateOf(url: string, descriptors: string): Candidate | undefined {
  const list = descriptors.split(/[\t\n\f\r ]+/).filter((descriptor) => descriptor !== '');
  const density = list.find((descriptor) => descriptor.endsWith('x'));
  const width = list.find((descriptor) => descriptor.endsWith('w'));
  const height = list.find((descriptor) => descriptor.endsWith('h'));
  const known = [density, width, height].filter((descriptor) => descriptor !== undefined);
  if (known.length < list.length || (density !== undefined && known.length > 1)) return undefined;
  if (width !== undefined) return withWidth(url, width);
  if (height !== undefined) return undefined;
  if (density === undefined) return { url, descriptor: '', density: 1 };
  const pixels = /^\d*\.?\d+(?:e[+-]?\d+)?x$/i.test(density) ? Number.parseFloat(density) : 0;
  return pixels > 0 ? { url, descriptor: density, density: pixels } : undefined;
}

function withWidth(url: string, descriptor: string): Candidate | undefined {
  const width = Number.parseInt(descriptor, 10);
  return /^\d{1,9}w$/.test(descriptor) && width > 0 ? { url, descriptor, width } : undefined;
}

function skip(text: string, start: number, characters: string): number {
  let at = start;
  while (at < text.length && characters.includes(text.charAt(at))) at++;
  return at;
}

function until(text: string, start: number, characters: string): number {
  let at = start;
  while (at < text.length && !characters.includes(text.charAt(at))) at++;
  return at;
}

function withoutTrailingCommas(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ',') end--;
  return text.slice(0, end);
}

/** Image pixels to a CSS pixel that look sharp on paper: 192 dpi. */
const PRINT_DENSITY = 2;

/** About as wide as a page can show at that density. Image pixels. */
const PRINT_WIDTH = 1_600;

/** The one to print: the smallest that is sharp on paper, else the largest. */
export function candidateForPrint(candidates: readonly Candidate[]): Candidate | undefined {
  const sharpness = ({ density, width }: Candidate): number =>
    density === undefined ? (width ?? 0) / PRINT_WIDTH : density / PRINT_DENSITY;
  const sorted = candidates.toSorted((one, other) => sharpness(one) - sharpness(other));
  return sorted.find((candidate) => sharpness(candidate) >= 1) ?? sorted.at(-1);
}
