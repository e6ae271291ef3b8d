/* Finds and marks texts that CSS adds to a document, for the tags of `accessible-content.ts`. */
function makeGeneratedTexts() {
  /** The largest number of elements whose texts are checked, which takes some hundred milliseconds. */
  const MAX_ELEMENTS = 50_000;

  /** The largest number of strings and counters in a label. */
  const MAX_PIECES = 20;

  const shows = (one) => dom.checkVisibility(one, { visibilityProperty: true });

  /** Whether the texts of an element are drawn as a picture. */
  function isPicture(one) {
    const { filter, webkitBoxReflect = 'none' } = /** @type {any} */ (getComputedStyle(one));
    // biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
    return (filter !== 'none' || webkitBoxReflect !== 'none') && Boolean(dom.innerText(one)?.trim());
  }

  /** The content of the label of a list item, if it has counters, which browsers do not mark. */
  function labelOf(one) {
    const content = one instanceof HTMLLIElement ? getComputedStyle(one, '::marker').content : '';
    return /\bcounters?\(/.test(content) ? content : undefined;
  }

  /** Whether CSS adds letters or digits to an element. Other marks are ignored. */
  const isGenerated = (one) =>
    labelOf(one) !== undefined ||
    ['::before', '::after'].some((part) => {
      const { content, display, visibility } = getComputedStyle(one, part);
      if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible') return false;
      const texts = content.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
      return /\bcounters?\(/.test(content) || texts.some((text) => /[\p{L}\p{N}\p{Sc}]/u.test(text));
    });

  /**
   * @param {{ doubtful: number[], mayDraw: boolean, elements: number, body: number }} options elements that may not show, by their
   *   numbers; whether sheets may draw texts otherwise; how many elements the body has; what stands for the body and the root.
   * @returns the numbers of those that do not show, of those with texts that are drawn as pictures, and of those to which CSS adds texts.
   *   Nothing is said of another tree.
   */
  function look({ doubtful, mayDraw, elements, body: bodyNumber }) {
    const all = [...document.body.getElementsByTagName('*')];
    if (all.length !== elements) return { hidden: [], pictures: [], generated: [] };
    const hidden = doubtful.filter((at) => !shows(all[at]));
    if (!mayDraw || all.length > MAX_ELEMENTS) return { hidden, pictures: [], generated: [] };
    const those = (is) => all.flatMap((one, at) => (is(one) ? [at] : []));
    const pictures = those(isPicture);
    if (isPicture(document.body) || isPicture(document.documentElement)) pictures.push(bodyNumber);
    const generated = those((one) => isGenerated(one) && shows(one));
    if (isGenerated(document.body) || isGenerated(document.documentElement)) generated.push(bodyNumber);
    return { hidden, pictures, generated };
  }

  /**
   * Marks the elements to which CSS adds texts, as `marks.ts` of packages/document does. Texts that are moved out of their lines are not
   * marked, because they are drawn elsewhere.
   *
   * @param {{ numbers: number[], elements: number, name: string, onlyQuotes: boolean }} options elements whose texts are to be read; how many
   *   the body has: another document is not changed; the name of the marks; whether only `q` elements have texts. Quotes are always read.
   * @returns whether all texts that CSS adds are accounted for; undefined for another document.
   */
  function mark({ numbers, elements, name, onlyQuotes }) {
    // The document is read by its prototype, because names of images may hide its properties.
    const accessor = (of) => Object.getOwnPropertyDescriptor(Document.prototype, of);
    const body = Reflect.apply(accessor('body').get, document, []);
    const all = [...Reflect.apply(Element.prototype.getElementsByTagName, body, ['*'])];
    if (all.length !== elements) return undefined;
    const PIECE = /"(?:[^"\\]|\\.)*"|\bcounters?\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)|\b(?:open|close)-quote|\//gs;
    const MARKED = /^(.*?)(?:(?:^|-)x)?-tp-[a-z\d]+(?:-[ghp]\d+b\d+a\d+(?:m[ct]+)?)?$/i;
    const piecesOf = (one, part) => {
      const { content, display, visibility, position, float } = getComputedStyle(one, part);
      if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible') return 0;
      if (position !== 'static' || float !== 'none') return -1;
      return piecesIn(content).length;
    };
    const piecesIn = (content) => {
      const pieces = [];
      for (const [piece] of content.matchAll(PIECE)) {
        if (piece === '/') break;
        if (piece !== '""') pieces.push(piece);
      }
      return pieces;
    };
    const isQuoted = (one) =>
      ['::before', '::after'].some((part) => /\b(?:open|close)-quote/.test(getComputedStyle(one, part).content));
    const languages = new Set();
    const marks = [];
    const areRead = new Set(numbers);
    let areAll = true;
    for (const [at, one] of all.entries()) {
      if (onlyQuotes && !(one instanceof HTMLQuoteElement)) continue;
      let [before, after] = ['::before', '::after'].map((part) => piecesOf(one, part));
      // Browsers mark the strings of a label, not its counters.
      const label = piecesIn(labelOf(one) ?? '').map((piece) => (piece.startsWith('"') ? 't' : 'c'));
      const isMixed = label.includes('t');
      if (before >= 0 && !isMixed) before += label.length;
      if (before === 0 && after === 0 && !isMixed) continue;
      // A moved text is drawn elsewhere.
      const isMoved = before < 0 || after < 0;
      [before, after] = [Math.max(before, 0), Math.max(after, 0)];
      // Texts that can't be marked are drawn all the same.
      const wasAll = areAll;
      areAll = false;
      if (
        before < 0 ||
        after < 0 ||
        label.length > MAX_PIECES ||
        dom.closest(one, 'svg, math, .katex, mjx-container, [aria-hidden="true"]')
      )
        continue;
      const own = dom.getAttribute(one, 'lang');
      const isMarked = own !== null && MARKED.test(own);
      if (own !== null && !isMarked) continue;
      const around = dom.closest(one, '[lang]');
      const written = (around && dom.getAttribute(around, 'lang')) ?? '';
      const language = MARKED.exec(written)?.[1] ?? written;
      if (!/^[a-z\d-]*$/i.test(language)) continue;
      const isPrivate = /(?:^|-)x-/i.test(language);
      const begin = `${language}${language === '' ? '' : '-'}${isPrivate ? '' : 'x-'}tp-`;
      const marked = isMarked ? own : `${begin}${name}`;
      languages.add(`${begin}\n${language}`);
      areAll = wasAll && !isMoved;
      const kind = !areRead.has(at) && !isQuoted(one) ? 'h' : isMoved ? 'p' : 'g';
      marks.push([one, `${marked}-${kind}${at}b${before}a${after}${isMixed ? `m${label.join('')}` : ''}`]);
    }
    for (const [one, lang] of marks) {
      dom.setAttribute(one, 'lang', lang);
      if (dom.getAttribute(one, 'aria-busy') === null) dom.setAttribute(one, 'aria-busy', 'false');
    }
    const rules = [...languages].map((one) => {
      const [begin, language] = one.split('\n');
      return `[lang^="${begin}"] { -webkit-locale: ${language === '' ? 'auto' : `"${language}"`} }`;
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join('\n'));
    Reflect.apply(accessor('adoptedStyleSheets').set, document, [[sheet]]);
    return areAll;
  }

  return { look, mark };
}

globalThis.generatedTexts = makeGeneratedTexts();
