/** The elements of pages with headers, footers and watermarks, see `HeaderFooterDocument`. */

/** In inches. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A printed page with the content of its margins and its middle: checked HTML with page numbers. */
export interface HeaderFooterPage {
  /** In inches. */
  readonly width: number;
  /** In inches. */
  readonly height: number;
  readonly margins: Margins;
  /** The values of `counter(page)` and `counter(pages)` in its parts. */
  readonly numbers?: { readonly page: number; readonly pages: number } | undefined;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  readonly watermark?: string | undefined;
}

/** Returns the element of a page. @param style of the page, such as its name. @param more elements of it. */
export function pageElement(one: HeaderFooterPage, style: string, more = ''): string {
  const { height, header, footer, watermark, margins, numbers } = one;
  const { top, right, bottom, left } = margins;
  const sides = `padding:0 ${right}in 0 ${left}in`;
  const parts = [
    header === undefined ? '' : partElement(header, `top:0;height:${top}in;${sides}`),
    footer === undefined ? '' : partElement(footer, `top:${height - bottom}in;height:${bottom}in;${sides}`),
    watermark === undefined ? '' : partElement(watermark, `top:0;height:${height}in;align-items:center`),
  ];
  const counters = numbers ? `;counter-set:page ${numbers.page} pages ${numbers.pages}` : '';
  // A little less than the page, so that rounding does not begin another one. Wider content would shrink all pages.
  return `<toolpress-page style="${important(`${style}${counters};height:calc(${height}in - 1px)`)}">${parts.join('')}${more}</toolpress-page>`;
}

/** Returns the element of a part. @param place its declarations. */
export const partElement = (html: string, place: string, attributes = ''): string =>
  `<toolpress-margin style="${important(place)}"><toolpress-part${attributes}>${html}</toolpress-part></toolpress-margin>`;

/** Returns declarations that override the document's. */
export const important = (declarations: string): string => `${declarations.replaceAll(';', '!important;')}!important`;
