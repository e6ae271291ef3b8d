/** Most documents are all there once they are parsed; printing them then saves a millisecond. */

/** A large document takes its time anyway, and would take too long to look through. */
const LARGE_LENGTH = 256 * 1024;

/**
 * What may bring a picture, a font or another sheet, and what could spell it otherwise. It rather finds too much than too little;
 * an address without a scheme leads nowhere, for the page has none itself.
 */
const MAY_LOAD = /data:|url\(|src|image|@import|<object|<embed|<link|\\/i;

/** @param html a whole document, as the browser gets it. @returns whether some of it may come after it was parsed. */
export const mayLoadMore = (html: string): boolean => html.length > LARGE_LENGTH || MAY_LOAD.test(html);
