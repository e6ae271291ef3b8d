/** Decides which links stay links. */
import { parseUrl } from '@toolpress/contract';
import { LINK_SCHEMES } from './attribute-rules.js';

/** Whether a reader of the PDF can follow it: into the document, or to an absolute URL of a scheme that does no harm. */
export function isFollowable(href: string): boolean {
  const address = href.trim();
  return address.startsWith('#') || LINK_SCHEMES.includes(parseUrl(address)?.protocol ?? '');
}
