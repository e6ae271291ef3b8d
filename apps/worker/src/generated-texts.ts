/** Texts that CSS adds to elements: the document to be printed says which elements have some, for their tags. */
import { GENERATED } from '@toolpress/document';
import type { OpenDocument, Printer } from './browser/printer.js';

/**
 * @param page that prints.
 * @param numbers of the elements whose texts are to be read, among those of the body.
 * @param elements how many the body has: another document is printed as it is.
 * @param onMarked told whether all texts that CSS adds are accounted for.
 */
export function markingGenerated(
  page: Printer,
  numbers: readonly number[],
  elements: number,
  onMarked: (areAll: boolean) => void,
): Printer {
  const script = `(${mark})(${JSON.stringify({ numbers, elements, name: GENERATED })})`;
  const open = async (html: string): Promise<OpenDocument> => {
    const document = await page.open(html);
    const areAll = await document.run(script);
    if (typeof areAll === 'boolean') onMarked(areAll);
    return document;
  };
  return {
    open,
    print: async (html, settings, targets) => (await open(html)).print(settings, targets),
    heights: (html, selector) => page.heights(html, selector),
    contentHeight: (html, width) => page.contentHeight(html, width),
  };
}

/** Runs in the browser. The marks are those of `marks.ts` of packages/document. What is moved out of its line is drawn elsewhere, and has none. */
const mark = String.raw`({ numbers, elements, name }) => {
  // Names of images are called as they like: the document is read by its prototype.
  const accessor = (of) => Object.getOwnPropertyDescriptor(Document.prototype, of);
  const body = Reflect.apply(accessor('body').get, document, []);
  const all = [...Reflect.apply(Element.prototype.getElementsByTagName, body, ['*'])];
  if (all.length !== elements) return;
  const PIECE = /"(?:[^"\\]|\\.)*"|\bcounters?\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)|\b(?:open|close)-quote|\//gs;
  const MARKED = /^(.*?)(?:(?:^|-)x)?-tp-[a-z\d]+(?:-[gh]\d+b\d+a\d+)?$/i;
  const piecesOf = (one, part) => {
    const { content, display, visibility, position, float } = getComputedStyle(one, part);
    if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible') return 0;
    if (position !== 'static' || float !== 'none') return -1;
    let pieces = 0;
    for (const [piece] of content.matchAll(PIECE)) {
      if (piece === '/') break;
      if (piece !== '""') pieces += 1;
    }
    return pieces;
  };
  const languages = new Set();
  const marks = [];
  const areRead = new Set(numbers);
  let areAll = true;
  for (const [at, one] of all.entries()) {
    const [before, after] = ['::before', '::after'].map((part) => piecesOf(one, part));
    if (before === 0 && after === 0) continue;
    // What can't be marked is drawn all the same.
    const wasAll = areAll;
    areAll = false;
    if (before < 0 || after < 0 || dom.closest(one, 'svg, math, .katex, mjx-container, [aria-hidden="true"]')) continue;
    const own = dom.getAttribute(one, 'lang');
    const isMarked = own !== null && MARKED.test(own);
    if (own !== null && !isMarked) continue;
    const around = dom.closest(one, '[lang]');
    const written = (around && dom.getAttribute(around, 'lang')) ?? '';
    const language = MARKED.exec(written)?.[1] ?? written;
    if (!/^[a-z\d-]*$/i.test(language)) continue;
    const isPrivate = /(?:^|-)x-/i.test(language);
    const marked = isMarked ? own : language + (language === '' ? '' : '-') + (isPrivate ? '' : 'x-') + 'tp-' + name;
    languages.add(language + (language === '' ? '' : '-') + (isPrivate ? '' : 'x-') + 'tp-' + '\n' + language);
    areAll = wasAll;
    marks.push([one, marked + (areRead.has(at) ? '-g' : '-h') + at + 'b' + before + 'a' + after]);
  }
  for (const [one, lang] of marks) {
    dom.setAttribute(one, 'lang', lang);
    if (dom.getAttribute(one, 'aria-busy') === null) dom.setAttribute(one, 'aria-busy', 'false');
  }
  const rules = [...languages].map((one) => {
    const [begin, language] = one.split('\n');
    return '[lang^="' + begin + '"] { -webkit-locale: ' + (language === '' ? 'auto' : '"' + language + '"') + ' }';
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  Reflect.apply(accessor('adoptedStyleSheets').set, document, [[sheet]]);
  return areAll;
}`;
