/** The texts of a template that may have printed a text of its pages. */
import type { Draft } from '../draft/draft.js';
import type { PageText } from './follow.js';
import type { Point } from './printed-place.js';

/** Returns the texts that may have printed a point, the most likely one first. */
export function sourcesOf({ html, controls }: Draft, texts: readonly PageText[], { page, piece }: Point) {
  const { top = 0.5 } = texts[page]?.pieces[piece] ?? {};
  const body = { part: 'html', text: html } as const;
  const header = { part: 'header_html', text: controls.headerHtml } as const;
  const footer = { part: 'footer_html', text: controls.footerHtml } as const;
  if (top < MARGIN) return [header, body, footer];
  return top > 1 - MARGIN ? [footer, body, header] : [body, header, footer];
}

/** The part of a page that headers and footers take, if a text could be in the document as well. */
const MARGIN = 0.08;
