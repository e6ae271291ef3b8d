/** Checks a page header or footer against the content policy. */
import { randomBytes } from 'node:crypto';
import { type JsonObject, ServiceError } from '@toolpress/contract';
import {
  explained,
  explainedWithin,
  type RemoteImage,
  remoteImages,
  type SourceText,
  textOf,
} from './policy/explain.js';
import type { FontFallback } from './policy/font-fallback.js';
import { type NormalForm, normalForm } from './policy/normal-form.js';

/** The request's fields that hold a part of a page. */
export type FragmentField = 'header_html' | 'footer_html';

export interface CheckedFragment {
  /**
   * @returns what may stand inside a `div` on one page of so many; the fragment's own `style` elements are where they were.
   * @throws as `checkFragment` does, where the numbers make of the fragment what documents may not hold.
   */
  on(page: number, pages: number): string;
  /** Of its HTML, in characters, with marks in the place of the numbers. */
  readonly length: number;
  /** See `CheckedDocument`. */
  readonly images: RemoteImage[];
  /** See `CheckedDocument`. */
  readonly changesPage: boolean;
  /** See `CheckedDocument`. */
  readonly fonts?: FontFallback | undefined;
}

/** Of a header or footer that is checked once more for each page, all pages together: some hundred milliseconds. */
export const MAX_NUMBERED_CHARACTERS = 5_000_000;

interface FragmentOptions {
  /** Whose marks stand in the fragment. */
  readonly numbers?: PageNumbers;
  /** Of the document that it stands on. */
  readonly language?: string | undefined;
}

/**
 * Tags of a whole document (`html`, `head`, `body`) leave nothing behind. `@page` rules lose their size and margins: pages
 * are the document's.
 *
 * @throws as `checkDocument` does; the messages name the field.
 */
export function checkFragment(
  html: SourceText,
  field: FragmentField,
  { numbers = new PageNumbers(), language }: FragmentOptions = {},
): CheckedFragment {
  const countMarks = (text: string): number => numbers.countIn(text);
  const check = (located: boolean): NormalForm =>
    normalForm(textOf(html), {
      extent: 'part',
      field,
      located,
      pageProperties: ['size', 'margin'],
      countMarks,
      language,
    });
  const sources = { [field]: html };
  const checked = explained(sources, check);
  const numbered =
    checked.marksInText === numbers.countIn(checked.html)
      ? (page: number, pages: number) => numbers.on(checked.html, page, pages)
      : checkedAgain(checked.html, field, numbers);
  const { changesPage, fonts } = checked;
  const { length } = checked.html;
  return {
    on: numbered,
    length,
    images: remoteImages(checked.images, sources, () => check(true).images),
    changesPage,
    fonts,
  };
}

/**
 * Digits in a text are digits. In CSS, in a name or in an attribute they may make something else of what stands around them:
 * `\7` and `5` is `u`. Such a fragment is checked as it will stand.
 */
function checkedAgain(html: string, field: FragmentField, numbers: PageNumbers): CheckedFragment['on'] {
  const known = new Map<string, string>();
  let characters = 0;
  return (page, pages) => {
    const numbered = numbers.on(html, page, pages);
    const before = known.get(numbered);
    if (before !== undefined) return before;
    characters += numbered.length;
    if (characters > MAX_NUMBERED_CHARACTERS) throw tooLarge(field);
    const place = `in ${field} where \`[[page]]\` is ${page} and \`[[pages]]\` is ${pages}`;
    const checked = explainedWithin(place, () => normalForm(numbered, { extent: 'part', field }));
    known.set(numbered, checked.html);
    return checked.html;
  };
}

const tooLarge = (field: FragmentField): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`${field}\` is too large to have \`[[page]]\` or \`[[pages]]\` in CSS or attributes; make it smaller, or have them in texts only.`,
  );

/** `[[page]]` and `[[pages]]` of headers and footers, whose values are known only when the document has been printed. */

/** A header is filled and checked with marks in the place of the numbers. Nobody can guess them, so no text of the sender's is taken for one. */
export class PageNumbers {
  private readonly page = `n${randomBytes(12).toString('hex')}`;
  private readonly pages = `n${randomBytes(12).toString('hex')}`;

  /** The data that fills a header or footer: the sender's, whose own `page` and `pages` are not seen there. */
  fillWith(data: JsonObject | undefined): JsonObject {
    return { ...data, page: this.page, pages: this.pages };
  }

  /** @returns how many numbers stand in a filled text. */
  countIn(text: string): number {
    return text.split(this.page).length + text.split(this.pages).length - 2;
  }

  /** @returns a filled text as it stands on one page of so many. */
  on(text: string, page: number, pages: number): string {
    return text.replaceAll(this.page, String(page)).replaceAll(this.pages, String(pages));
  }
}
