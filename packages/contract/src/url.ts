/**
 * Parses a URL; `URL.parse` of newer Node.js. `URL.canParse` is no way to ask beforehand: once Node.js 20 has compiled its caller, it
 * says no to every URL with letters beyond ASCII.
 *
 * @param base what a relative one is relative to.
 * @returns undefined for what is no URL.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
