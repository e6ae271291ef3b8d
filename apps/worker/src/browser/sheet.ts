import type { Protocol } from 'puppeteer';
import type { FetchedImages } from '../images/fetched-image.js';

/** Paper and margins, in inches, as the browser takes them. */
export type PrintSettings = Pick<
  Protocol.Page.PrintToPDFRequest,
  'paperWidth' | 'paperHeight' | 'marginTop' | 'marginBottom' | 'marginLeft' | 'marginRight' | 'pageRanges'
>;

/** What is to be printed. */
export interface Sheet {
  /** A whole document that has been checked. */
  html: string;
  /** The remote images that it may load; there is nothing else that it can. */
  images: FetchedImages;
  settings: PrintSettings;
}
