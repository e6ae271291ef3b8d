/** Finds and marks texts that CSS adds to a document, for the tags of `accessible-content.ts`. */
import * as dom from './shared/dom.js';

/** The largest number of elements whose texts are checked, which takes some hundred milliseconds. */
const MAX_ELEMENTS = 50_000;

/** The largest number of strings and counters in a label. */
const MAX_PIECES = 20;

const PARTS = ['::before', '::after'] as const;
const shows = (one: Element): boolean => dom.checkVisibility(one, { visibilityProperty: true });

/** Whether the texts of an element are drawn as a picture. */
function isPicture(one: Element): boolean {
  const { filter, webkitBoxReflect = 'none' } = getComputedStyle(one) as CSSStyleDeclaration & {
    webkitBoxReflect?: string;
  };
  // biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
  return (filter !== 'none' || webkitBoxReflect !== 'none') && Boolean(dom.innerText(one)?.trim());
}

/** The content of the label of a list item, if it has counters, which browsers do not mark. */
function labelOf(one: Element): string | undefined {
  const content = one instanceof HTMLLIElement ? getComputedStyle(one, '::marker').content : '';
  return /\bcounters?\(/.test(content) ? content : undefined;
}

const isMade = ({ content, display, visibility }: CSSStyleDeclaration): boolean =>
  content !== 'none' && content !== 'normal' && display !== 'none' && visibility === 'visible';

/** Whether CSS adds letters or digits to an element. Other marks are ignored. */
const isGenerated = (one: Element): boolean =>
  labelOf(one) !== undefined ||
  PARTS.some((part) => {
    const style = getComputedStyle(one, part);
    if (!isMade(style)) return false;
    const texts = style.content.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
    return /\bcounters?\(/.test(style.content) || texts.some((text) => /[\p{L}\p{N}\p{Sc}]/u.test(text));
  });

/**
 * Returns the numbers of the elements that do not show, of those with texts that are drawn as pictures, and of those to which CSS adds texts.
 * Nothing is said of another tree.
 *
 * @param options `doubtful`: elements that may not show. `mayDraw`: whether sheets may draw texts otherwise. `elements`: how many the body
 *   has. `body`: the number for the body and the root.
 */
export function look(options: { doubtful: number[]; mayDraw: boolean; elements: number; body: number }) {
  const all = [...dom.getElementsByTagName(dom.body, '*')];
  if (all.length !== options.elements) return { hidden: [], pictures: [], generated: [] };
  const hidden = options.doubtful.filter((at) => !shows(all[at] as Element));
  if (!options.mayDraw || all.length > MAX_ELEMENTS) return { hidden, pictures: [], generated: [] };
  const those = (is: (one: Element) => boolean) => all.flatMap((one, at) => (is(one) ? [at] : []));
  const pictures = those(isPicture);
  if (isPicture(dom.body) || isPicture(dom.root)) pictures.push(options.body);
  const generated = those((one) => isGenerated(one) && shows(one));
  if (isGenerated(dom.body) || isGenerated(dom.root)) generated.push(options.body);
  return { hidden, pictures, generated };
}

const PIECE = /"(?:[^"\\]|\\.)*"|\bcounters?\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)|\b(?:open|close)-quote|\//gs;

function piecesIn(content: string): string[] {
  const pieces: string[] = [];
  for (const [piece] of content.matchAll(PIECE)) {
    if (piece === '/') break;
    if (piece !== '""') pieces.push(piece);
  }
  return pieces;
}

/** Returns how many texts a part has; undefined if it is moved out of its line. */
function countPieces(one: Element, part: string): number | undefined {
  const style = getComputedStyle(one, part);
  if (!isMade(style)) return 0;
  return style.position !== 'static' || style.float !== 'none' ? undefined : piecesIn(style.content).length;
}

/** How many texts CSS adds to an element. */
interface Added {
  before: number;
  after: number;
  /** Of a label with strings, which browsers mark, and counters, which they do not: the kind of each. */
  mixed: string;
  /** Whether some are moved out of their line, and drawn elsewhere. */
  isMoved: boolean;
  isTooLong: boolean;
}

/** Returns undefined if there are none. */
function textsAddedTo(one: Element): Added | undefined {
  const [before, after] = [countPieces(one, '::before'), countPieces(one, '::after')];
  const label = piecesIn(labelOf(one) ?? '').map((piece) => (piece.startsWith('"') ? 't' : 'c'));
  const mixed = label.includes('t') ? label.join('') : '';
  const labelled = before === undefined || mixed !== '' ? before : before + label.length;
  if (labelled === 0 && after === 0 && mixed === '') return undefined;
  return {
    before: labelled ?? 0,
    after: after ?? 0,
    mixed,
    isMoved: before === undefined || after === undefined,
    isTooLong: label.length > MAX_PIECES,
  };
}

const UNMARKED = 'svg, math, .katex, mjx-container, [aria-hidden="true"]';
const MARKED = /^(.*?)(?:(?:^|-)x)?-tp-[a-z\d]+(?:-[ghp]\d+b\d+a\d+(?:m[ct]+)?)?$/i;

/** Returns the beginning of an element's mark, and its language; undefined if it can't have a mark. */
function languageOf(one: Element, name: string): { language: string; begin: string; mark: string } | undefined {
  const own = dom.getAttribute(one, 'lang');
  const isMarked = own !== null && MARKED.test(own);
  if (own !== null && !isMarked) return undefined;
  const around = dom.closest(one, '[lang]');
  const written = (around && dom.getAttribute(around, 'lang')) ?? '';
  const language = MARKED.exec(written)?.[1] ?? written;
  if (!/^[a-z\d-]*$/i.test(language)) return undefined;
  const isPrivate = /(?:^|-)x-/i.test(language);
  const begin = `${language}${language === '' ? '' : '-'}${isPrivate ? '' : 'x-'}tp-`;
  return { language, begin, mark: isMarked ? own : `${begin}${name}` };
}

const isQuoted = (one: Element): boolean =>
  PARTS.some((part) => /\b(?:open|close)-quote/.test(getComputedStyle(one, part).content));

/**
 * Marks the elements to which CSS adds texts, as `marks.ts` of packages/document does. Texts that are moved out of their lines are not
 * marked, because they are drawn elsewhere.
 *
 * @param options `numbers`: elements whose texts are to be read; quotes are always read. `elements`: how many the body has; another document
 *   is not changed. `name` of the marks. `onlyQuotes`: whether only `q` elements have texts.
 * @returns whether all texts that CSS adds are accounted for; undefined for another document.
 */
export function mark(options: { numbers: number[]; elements: number; name: string; onlyQuotes: boolean }) {
  const all = [...dom.getElementsByTagName(dom.body, '*')];
  if (all.length !== options.elements) return undefined;
  const languages = new Map<string, string>();
  const marks: [element: Element, lang: string][] = [];
  const areRead = new Set(options.numbers);
  let areAll = true;
  for (const [at, one] of all.entries()) {
    if (options.onlyQuotes && !(one instanceof HTMLQuoteElement)) continue;
    const added = textsAddedTo(one);
    if (added === undefined) continue;
    const { before, after, mixed, isMoved, isTooLong } = added;
    const marked = isTooLong || dom.closest(one, UNMARKED) ? undefined : languageOf(one, options.name);
    // Texts that can't be marked are drawn all the same.
    areAll &&= marked !== undefined && !isMoved;
    if (marked === undefined) continue;
    languages.set(marked.begin, marked.language);
    const kind = !areRead.has(at) && !isQuoted(one) ? 'h' : isMoved ? 'p' : 'g';
    marks.push([one, `${marked.mark}-${kind}${at}b${before}a${after}${mixed && `m${mixed}`}`]);
  }
  for (const [one, lang] of marks) {
    dom.setAttribute(one, 'lang', lang);
    if (dom.getAttribute(one, 'aria-busy') === null) dom.setAttribute(one, 'aria-busy', 'false');
  }
  keepLanguages(languages);
  return areAll;
}

const setAdopted = dom.setterOf(Document, 'adoptedStyleSheets');

/** Makes marks have no language of their own. @param languages by the beginnings of their marks. */
function keepLanguages(languages: ReadonlyMap<string, string>): void {
  const rules = [...languages].map(
    ([begin, language]) => `[lang^="${begin}"] { -webkit-locale: ${language === '' ? 'auto' : `"${language}"`} }`,
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  setAdopted(document, [sheet]);
}
