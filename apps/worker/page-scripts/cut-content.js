/* Functions that `cut-content.ts` calls in a document. */
function makeCutContent() {
  /** How far content may reach over the edge, in pixels. Rows reach there where their columns have a padding. */
  const TOLERANCE = 24;

  /** Returns whether an element is cut by intention: it was moved there, or is in a box that hides what overflows. */
  function isIntended(element) {
    const { position } = getComputedStyle(element);
    const around = dom.parentElement(element);
    return position === 'absolute' || position === 'fixed' || getComputedStyle(around).overflowX !== 'visible';
  }

  /** Returns whether content reaches over the left edge. What is beyond it as a whole, such as texts for screen readers, is not cut. */
  function isCutAtLeft() {
    const { FILTER_ACCEPT, FILTER_REJECT, SHOW_ELEMENT } = NodeFilter;
    const filter = (element) => (isIntended(element) ? FILTER_REJECT : FILTER_ACCEPT);
    const walker = document.createTreeWalker(document.body ?? document.documentElement, SHOW_ELEMENT, filter);
    while (walker.nextNode()) {
      const { left, right } = dom.getBoundingClientRect(walker.currentNode);
      if (left < -TOLERANCE && right > 0) return true;
    }
    return false;
  }

  return { isCutAtLeft };
}

globalThis.cutContent = makeCutContent();
