/** Finds boxes that cover texts. */
import * as dom from '../shared/dom.js';
import type { Found, FoundList, Place } from './found.js';

const textOf = dom.readerOf(CharacterData, 'data');
const pointed = dom.callerOf(Document, 'elementFromPoint');

/** A box that may cover others. */
export interface Cover {
  element: Element;
  place: Place;
  isFixed: boolean;
  /** The number of forced page breaks before it. */
  section: number;
}

/** A text that shows, unless something covers it. */
export interface ShownText {
  node: Text;
  isDecoration: boolean;
  characters: number;
  section: number;
}

const OPAQUE = 0.95;
const alphaOf = (colour: string): number =>
  Number(/^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(colour)?.[1] ?? 1);
function areaOf(element: Element): number {
  const { width, height } = dom.getBoundingClientRect(element);
  return width * height;
}
const pageArea = (): number => innerWidth * innerHeight;
const [MOST_COVERS, MOST_SAMPLES] = [20, 200];

/** Whether an element that is not hidden may cover others. */
export function isCover(element: Element, style: CSSStyleDeclaration): boolean {
  const { position, backgroundColor, backgroundImage, zIndex, visibility, opacity } = style;
  if (position !== 'fixed' && position !== 'absolute') return false;
  if (visibility !== 'visible' || Number(opacity) < OPAQUE || Number(zIndex) < 0) return false;
  const isPainted = alphaOf(backgroundColor) >= OPAQUE || /gradient\((?!.*(?:rgba\(|\/))/.test(backgroundImage);
  return isPainted && areaOf(element) >= (position === 'fixed' ? 0.5 : 0.01) * pageArea();
}

/** Adds elements that cover texts to a list, with the share of the document's text that each covers. */
export function findCovered(covers: readonly Cover[], texts: readonly ShownText[], found: FoundList): Found[] {
  if (covers.length === 0 || texts.length === 0) return found.all;
  const looked = covers.slice(0, MOST_COVERS);
  dom.addSheet('@layer toolpress-covers { *, ::before, ::after { pointer-events: auto !important } }');
  const covered = new Map<Cover, { characters: number; text: string }>();
  const step = Math.ceil(texts.length / MOST_SAMPLES);
  let all = 0;
  for (const { node, isDecoration, characters, section } of texts.filter((_, index) => index % step === 0)) {
    if (isDecoration) continue;
    all += characters;
    const top = topAt(node);
    if (top === undefined) continue;
    const isUnder = ({ element, isFixed, section: own }: Cover) =>
      dom.contains(element, top) && !dom.contains(element, node) && (isFixed || own === section);
    const cover = looked.find(isUnder);
    if (cover === undefined) continue;
    const known = covered.get(cover) ?? { characters: 0, text: textOf(node) };
    known.characters += characters;
    covered.set(cover, known);
  }
  scrollTo(0, 0);
  for (const [{ place }, { characters, text }] of covered) found.add(place, { share: characters / all }, text);
  return found.all;
}

/** Returns the uppermost element in the middle of a text's first line. */
function topAt(node: Text): Element | undefined {
  const range = new Range();
  range.selectNodeContents(node);
  const [line] = range.getClientRects();
  if (line === undefined) return undefined;
  scrollBy(0, line.top - innerHeight / 2);
  const [{ left, right, top, bottom } = line] = range.getClientRects();
  return pointed(document, (left + right) / 2, (top + bottom) / 2) ?? undefined;
}
