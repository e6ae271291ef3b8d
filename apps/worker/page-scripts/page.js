/* Functions that `page-printer.ts` calls in a document. */
function makePage() {
  /**
   * Waits for the first font faces of a document that its layout needs. One may lead to another.
   *
   * @returns how many of them were requested, and the numbers of those that the browser refused.
   */
  async function loadFonts(count) {
    const faces = [...document.fonts].slice(0, count);
    const withStatus = (status) => faces.filter((face) => face.status === status);
    for (;;) {
      document.documentElement.getBoundingClientRect();
      const loading = withStatus('loading');
      if (loading.length === 0) break;
      await Promise.allSettled(loading.map((face) => face.loaded));
    }
    return {
      asked: faces.length - withStatus('unloaded').length,
      rejected: withStatus('error').map((face) => faces.indexOf(face)),
    };
  }

  /** Reads the first font faces, also those that the layout does not need. Returns the numbers of those that the browser can read. */
  async function readableFonts(count) {
    const faces = [...document.fonts].slice(0, count);
    const read = await Promise.allSettled(faces.map((face) => face.load()));
    return read.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
  }

  /**
   * Makes the PDF name the places of elements, which it does for targets of links. The links are hidden in the head, where selectors of the
   * document do not count them.
   */
  function linkTo(ids) {
    const links = document.createElement('toolpress-links');
    links.style.setProperty('display', 'none', 'important');
    for (const id of ids)
      links.append(Object.assign(document.createElement('a'), { href: `#${encodeURIComponent(id)}` }));
    document.querySelector('toolpress-links')?.remove();
    document.head.append(links);
  }

  /** Returns the heights of the elements that a selector finds, in inches. */
  const heights = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().height / 96);

  /** Returns the size of the document, in pixels: its height, and the width that it needs. */
  function contentSize() {
    const { scrollHeight, scrollWidth } = document.scrollingElement ?? document.documentElement;
    const { bottom } = document.documentElement.getBoundingClientRect();
    return { height: Math.max(scrollHeight, bottom), needed: scrollWidth };
  }

  function ask(url) {
    new Image().src = url;
  }

  const canRead = (url) =>
    new Promise((resolve) => {
      Object.assign(new Image(), { onload: () => resolve(true), onerror: () => resolve(false), src: url });
    });
  /** Returns for each image whether the browser can read it. One that it has read is not asked for again. */
  const areRead = (urls) => Promise.all(urls.map(canRead));

  return { loadFonts, readableFonts, linkTo, heights, contentSize, ask, areRead };
}

globalThis.page = makePage();
