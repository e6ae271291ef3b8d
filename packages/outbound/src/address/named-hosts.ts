/** Hosts that the operator names one by one, such as in `RECORD_HOSTS`. Only these may have private addresses. */
import { parseUrl } from '@toolpress/contract';
import { hostnameOf } from '../target-url.js';

/** The ports of an entry without a port: those of `http:`, `https:` and PostgreSQL. */
const DEFAULT_PORTS = [80, 443, 5432];
/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const ENTRY = /^([^\s:/\\?#@*[\]]+|\[[^\s/\\?#@*[\]]+\])(?::(\d{1,5}))?$/;

/**
 * Parses a list such as `nocodb:8080, db.internal, [fd12::5]:443`.
 *
 * @returns `host:port`, in the spelling of URLs. Entries without a port become one for each default port.
 * @throws Error naming the entry that is not a host.
 */
export function parseHosts(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .flatMap(parseEntry);
}

function parseEntry(entry: string): string[] {
  const [, host, port] = ENTRY.exec(entry) ?? [];
  const url = host === undefined ? undefined : parseUrl(`http://${host}/`);
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
  if (url === undefined || !isPort) throw new Error(`"${entry}" is not a host such as nocodb:8080 or db.example.com`);
  return (port === undefined ? DEFAULT_PORTS : [Number(port)]).map((each) => `${hostnameOf(url)}:${each}`);
}

export class NamedHosts {
  private readonly authorities: ReadonlySet<string>;

  /** @param entries as `parseHosts` takes them. @throws Error as `parseHosts` does. */
  constructor(entries: readonly string[]) {
    this.authorities = new Set(entries.flatMap(parseHosts));
  }

  /** Returns whether the operator names the host and port of a URL. Names are compared, not addresses. */
  has(url: URL): boolean {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return this.authorities.has(`${hostnameOf(url)}:${port}`);
  }
}
