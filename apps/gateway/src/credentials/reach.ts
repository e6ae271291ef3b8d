/** Where the secret of a connection may be sent: to one origin, below one path, with some methods. */
import { isUtf8 } from 'node:buffer';
import { type HttpMethod, ServiceError } from '@toolpress/contract';
import { hostnameOf, parseTargetUrl } from '@toolpress/outbound';

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;
/** How often a path is percent-decoded at most. One with more layers is not below any other. */
const MAX_LAYERS = 5;
/** Control characters: some servers end a path at one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\x00-\x1f\x7f]/;

export class Reach {
  private readonly base: URL;

  /** @param url in canonical form, see `httpUrl`. @param methods undefined for all. */
  constructor(
    private readonly slug: string,
    url: string,
    private readonly methods?: readonly HttpMethod[],
  ) {
    this.base = new URL(url);
  }

  /**
   * Returns the URL of a request.
   *
   * @param text a URL, or a path that is appended to the connection's.
   * @throws ServiceError `invalid_parameter` if the secret must not be sent there.
   */
  resolve(text: string, method: HttpMethod): string {
    if (!this.takes(method))
      throw new ServiceError(
        'invalid_parameter',
        `\`method\` must be ${this.methods?.join(' or ')}: the connection \`${this.slug}\` allows no other.`,
      );
    const url = parseTargetUrl(ABSOLUTE.test(text) ? text : this.appended(text));
    if (!this.contains(url))
      throw new ServiceError(
        'invalid_parameter',
        `\`url\` must be below ${this.base.href}, the address of the connection \`${this.slug}\`, without encoded dots that leave it.`,
      );
    return url.href;
  }

  covers(url: URL, method: HttpMethod): boolean {
    return this.takes(method) && this.contains(url);
  }

  private takes(method: HttpMethod): boolean {
    return this.methods?.includes(method) ?? true;
  }

  private appended(path: string): string {
    if (/^[/\\]{2}|^\\/.test(path))
      throw new ServiceError('invalid_parameter', '`url` must be a URL or a path, such as `/orders?page=2`.');
    if (/^[?#]/.test(path)) return this.base.href.replace(/\/$/, '') + path;
    return this.base.href + path.replace(/^\//, '');
  }

  private contains(url: URL): boolean {
    const { base } = this;
    const isOrigin = url.protocol === base.protocol && url.port === base.port && hostnameOf(url) === hostnameOf(base);
    if (!isOrigin || base.pathname === '/') return isOrigin;
    if (`${url.pathname}/` === base.pathname) return true;
    return url.pathname.startsWith(base.pathname) && staysBelow(url.pathname.slice(base.pathname.length));
  }
}

/** Returns whether no server can read a path as one that leads upwards, however often it decodes it. */
function staysBelow(path: string): boolean {
  let decoded = path;
  for (let layer = 0; ; layer++) {
    const next = decoded.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) break;
    if (layer === MAX_LAYERS) return false;
    decoded = next;
  }
  // Some servers cut parameters of segments: `..;a=1`.
  const segments = decoded.split(/[/\\]/).map((segment) => segment.split(/[;?#]/)[0]?.trim());
  // Some servers read dots and slashes in bytes that are not UTF-8, such as `%e0%80%ae`.
  if (UNSAFE.test(decoded) || !isUtf8(Buffer.from(decoded, 'latin1'))) return false;
  return !segments.some((segment) => segment === '.' || segment === '..');
}
