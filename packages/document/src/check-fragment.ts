/** Checks a page header or footer against the content policy. */
import { explained } from './policy/explain.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';
import { type SourceText, textOf } from './policy/places.js';
import { type RemoteImage, remoteImages } from './remote-images.js';

/** The request's fields that hold a part of a page. */
export type FragmentField = 'header_html' | 'footer_html';

export interface CheckedFragment {
  /** What may stand inside a `div`; the fragment's own `style` elements are where they were. */
  readonly html: string;
  /** See `CheckedDocument`. */
  readonly images: RemoteImage[];
  /** See `CheckedDocument`. */
  readonly changesPage: boolean;
}

/**
 * Tags of a whole document (`html`, `head`, `body`) leave nothing behind. `@page` rules lose their size and margins: pages
 * are the document's.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export function checkFragment(html: SourceText, field: FragmentField): CheckedFragment {
  const check = (located: boolean): NormalForm =>
    normalForm(textOf(html), { extent: 'part', field, located, pageProperties: ['size', 'margin'] });
  const sources = { [field]: html };
  const checked = explained(sources, check);
  const { html: normal, changesPage } = checked;
  return { html: normal, images: remoteImages(checked.images, sources, () => check(true).images), changesPage };
}
