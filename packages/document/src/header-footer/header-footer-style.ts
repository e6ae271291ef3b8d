/** The style sheets of the header and footer document that are ours. */

/**
 * An important declaration in the first layer wins over every other of the document's sheets, however specific. `body`
 * has no box but hands on its fonts and colours; the boxes of ours have nothing but what is said here, and hand on too. What
 * stands in a margin breaks no page. The ground of a dark scheme would cover the document.
 */
export const HEADER_FOOTER_STYLE = `@layer toolpress-header-footer {
html { color-scheme: only light !important; display: block !important; position: static !important; float: none !important; margin: 0 !important;
  padding: 0 !important; border: none !important; width: auto !important; min-width: 0 !important; max-width: none !important;
  height: auto !important; min-height: 0 !important; max-height: none !important; columns: auto !important;
  overflow: visible !important; background: none !important; transform: none !important; filter: none !important;
  zoom: 1 !important; }
html, body { writing-mode: horizontal-tb !important; }
body { display: contents !important; background: none !important; zoom: 1 !important; }
toolpress-page, toolpress-margin, toolpress-part { all: unset !important; }
toolpress-page { display: block !important; position: relative !important; overflow: clip !important; break-after: page !important; }
toolpress-page:last-child { break-after: auto !important; }
toolpress-margin { position: absolute !important; left: 0 !important; width: 100% !important; box-sizing: border-box !important; overflow: clip !important;
  display: flex !important; flex-direction: column !important; justify-content: center !important; }
toolpress-part { display: flow-root !important; flex: none !important; }
toolpress-part * { break-before: auto !important; break-after: auto !important; break-inside: avoid !important; page: auto !important; }
}`;

const MARGIN_BOXES = [
  ...['top-left-corner', 'top-left', 'top-center', 'top-right', 'top-right-corner', 'right-top', 'right-middle'],
  ...['right-bottom', 'bottom-right-corner', 'bottom-right', 'bottom-center', 'bottom-left', 'bottom-left-corner'],
  ...['left-bottom', 'left-middle', 'left-top'],
];

/**
 * A page without margins, and without what the document's own sheets put into margins: that is printed already. Without a
 * size, it has that of the document's own rules.
 */
export const pageStyle = (name: string, size: string): string =>
  `@page ${name} { ${size && `size: ${size} !important; `}margin: 0 !important; ${MARGIN_BOXES.map((box) => `@${box} { content: none !important }`).join(' ')} }`;
