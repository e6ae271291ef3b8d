/** What keeps a document from being laid out for its window before it is laid out for paper. */

/** The window for documents that are laid out for paper only. */
export const UNPRINTED = { width: 800, height: 7 };
/**
 * Keeps a document from being laid out for its window before it is laid out for paper, which would take a third of Chromium's time. No page has
 * this size. Important declarations of the first layer override all of the document's.
 */
export const UNPRINTED_STYLE = `<style>@media (width: ${UNPRINTED.width}px) and (height: ${UNPRINTED.height}px) { @layer toolpress-unprinted { html { content-visibility: hidden !important } } }</style>`;
/**
 * Matches what is requested, chosen or replaced only when it is laid out, and would come too late for paper. Images in `src` are requested
 * when the document is parsed.
 */
export const NEEDS_LAYOUT =
  /local\(|url\(|image-set\(|\s(?:srcset|loading|background)=|type="image"|<(?:audio|embed|feimage|iframe|image|object|video)\b/i;
