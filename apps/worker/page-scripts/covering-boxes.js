/*
 * Finds boxes that cover texts, for `printed-content.js`.
 */
function coveringBoxes() {
  const textOf = readerOf(CharacterData, 'data');

  /** Whether an element may cover others. */
  function isCover(element, { position, backgroundColor, backgroundImage, zIndex, visibility, opacity }, { hider }) {
    if (position !== 'fixed' && position !== 'absolute') return false;
    if (hider !== undefined || visibility !== 'visible' || Number(opacity) < OPAQUE || Number(zIndex) < 0) return false;
    const isPainted = alphaOf(backgroundColor) >= OPAQUE || /gradient\((?!.*(?:rgba\(|\/))/.test(backgroundImage);
    return isPainted && areaOf(element) >= (position === 'fixed' ? 0.5 : 0.01) * pageArea();
  }
  const OPAQUE = 0.95;
  const alphaOf = (colour) =>
    Number(/^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(colour)?.[1] ?? 1);
  const areaOf = (element) => {
    const { width, height } = dom.getBoundingClientRect(element);
    return width * height;
  };
  const pageArea = () => innerWidth * innerHeight;
  const [MOST_COVERS, MOST_SAMPLES] = [20, 200];
  const contains = callerOf(Node, 'contains');
  const [create, prepend] = [callerOf(Document, 'createElement'), callerOf(Element, 'prepend')];
  const headOf = readerOf(Document, 'head');
  const elementAt = callerOf(Document, 'elementFromPoint');

  /** Returns elements that cover texts, with the share of the document's text that each covers. */
  function coveredTexts({ covers, texts }, found) {
    if (covers.length === 0 || texts.length === 0) return found.all;
    const looked = covers.slice(0, MOST_COVERS);
    const style = create(document, 'style');
    style.textContent = '@layer toolpress-covers { *, ::before, ::after { pointer-events: auto !important } }';
    prepend(headOf(document), style);
    const covered = new Map();
    const step = Math.ceil(texts.length / MOST_SAMPLES);
    let all = 0;
    for (let index = 0; index < texts.length; index += step) {
      const { node, state, characters, section } = texts[index];
      if (state.isDecoration) continue;
      all += characters;
      const top = topAt(node);
      const isUnder = (cover) =>
        contains(cover.element, top) && !contains(cover.element, node) && (cover.isFixed || cover.section === section);
      const cover = top && looked.find(isUnder);
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
  function topAt(node) {
    const range = new Range();
    range.selectNodeContents(node);
    const [line] = range.getClientRects();
    if (line === undefined) return undefined;
    scrollBy(0, line.top - innerHeight / 2);
    const { left, right, top, bottom } = range.getClientRects()[0];
    return elementAt(document, (left + right) / 2, (top + bottom) / 2) ?? undefined;
  }

  return { coveredTexts, isCover };
}
