/** Parses `srcset` by the HTML standard's algorithm. */

interface Candidate {
  readonly url: string;
  /** The descriptor after the URL, such as `2x` or `800w`; empty for `1x`. */
  readonly descriptor: string;
  /** Image pixels per CSS pixel; undefined for `w` descriptors, which depend on the layout. */
  readonly density?: number;
  /** Image pixels, of a `w` descriptor. */
  readonly width?: number;
}

/** Returns the candidates in linear time. Candidates with invalid descriptors are left out, as in browsers. */
export function candidatesIn(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  const separators = /[\t\n\f\r ,]*/y;
  const address = /[^\t\n\f\r ]+/y;
  const read = (pattern: RegExp, at: number): string => {
    pattern.lastIndex = at;
    return pattern.exec(srcset)?.[0] ?? '';
  };
  for (let at = read(separators, 0).length; at < srcset.length; at += read(separators, at).length) {
    const written = read(address, at);
    at += written.length;
    const url = withoutTrailingCommas(written);
    const end = url.length === written.length ? endOfDescriptors(srcset, at) : at;
    const candidate = candidateOf(url, srcset.slice(at, end));
    at = end;
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

function withoutTrailingCommas(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ',') end--;
  return text.slice(0, end);
}

function candidateOf(url: string, descriptors: string): Candidate | undefined {
  const list = descriptors.split(/[\t\n\f\r ]+/).filter((descriptor) => descriptor !== '');
  const [density, width, height] = ['x', 'w', 'h'].map((unit) => list.find((descriptor) => descriptor.endsWith(unit)));
  const known = [density, width, height].filter((descriptor) => descriptor !== undefined);
  if (known.length < list.length || (density !== undefined && known.length > 1)) return undefined;
  if (width !== undefined) {
    const pixels = /^\d{1,9}w$/.test(width) ? Number.parseInt(width, 10) : 0;
    return pixels > 0 ? { url, descriptor: width, width: pixels } : undefined;
  }
  if (height !== undefined) return undefined;
  if (density === undefined) return { url, descriptor: '', density: 1 };
  const pixels = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?x$/i.test(density) ? Number.parseFloat(density) : 0;
  return pixels > 0 ? { url, descriptor: density, density: pixels } : undefined;
}

/** Image pixels per CSS pixel that look sharp on paper: 192 dpi. */
const PRINT_DENSITY = 2;

/** About the width of a page at that density. Image pixels. */
const PRINT_WIDTH = 1_600;

/** The candidate to print: the smallest that is sharp on paper, else the largest. */
export function candidateForPrint<Known extends Candidate>(candidates: readonly Known[]): Known | undefined {
  const sharpness = ({ density, width }: Known): number =>
    density === undefined ? (width ?? 0) / PRINT_WIDTH : density / PRINT_DENSITY;
  const sorted = candidates.toSorted((one, other) => sharpness(one) - sharpness(other));
  return sorted.find((candidate) => sharpness(candidate) >= 1) ?? sorted.at(-1);
}
