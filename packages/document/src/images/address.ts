/** Checks where an image comes from. */
import { parseUrl } from '@toolpress/contract';
import { dataUrlFault } from './data-url.js';

/** More than any server takes. Characters. */
const MAX_ADDRESS_LENGTH = 8_000;

/**
 * An address that may stay, in the form in which browsers have nothing left to interpret: it begins with `https:`, or with
 * `data:` and holds the image itself.
 */
export type ImageAddress = { readonly url: string } | { readonly fault: string };

/**
 * @param written the attribute's value.
 * @returns the address; or what is wrong with it, to follow the name of the attribute in a message.
 */
export function imageAddress(written: string): ImageAddress {
  const address = asBrowsersRead(written);
  const scheme = schemeOf(address);
  if (scheme === 'data') return embedded(address);
  if (address === '') return { fault: 'is empty; leave the whole element out when there is no image' };
  if (scheme === undefined) return { fault: 'is a relative URL; images need an absolute `https:` URL or a data URL' };
  if (scheme === 'http') return { fault: 'uses `http:`; images are fetched by `https:` only' };
  if (scheme !== 'https') return { fault: `uses \`${scheme}:\`; images need an \`https:\` URL or a data URL` };
  return remote(address);
}

function embedded(address: string): ImageAddress {
  const [url = ''] = address.split('#', 1);
  const fault = dataUrlFault(url);
  return fault === undefined ? { url: `data${url.slice('data'.length)}` } : { fault };
}

function remote(address: string): ImageAddress {
  if (address.length > MAX_ADDRESS_LENGTH) return { fault: `is longer than ${MAX_ADDRESS_LENGTH} characters` };
  const url = address.slice('https:'.length).startsWith('//') ? parseUrl(address) : undefined;
  if (url === undefined) return { fault: 'is no valid URL' };
  if (url.username !== '' || url.password !== '')
    return { fault: 'holds a user name or password, which images may not' };
  url.hash = '';
  url.pathname = url.pathname.replaceAll('^', '%5E').replaceAll('|', '%7C'); // as Chromium does, but not Node
  return { url: url.href };
}

/** The URL standard: control characters and blanks around, line breaks and tabs anywhere do not count. */
function asBrowsersRead(written: string): string {
  let [start, end] = [0, written.length];
  while (start < end && written.charCodeAt(start) <= 0x20) start++;
  while (end > start && written.charCodeAt(end - 1) <= 0x20) end--;
  return written.slice(start, end).replace(/[\t\n\r]+/g, '');
}

/** In lower case. */
function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]{0,40}):/i.exec(address)?.[1]?.toLowerCase();
}
