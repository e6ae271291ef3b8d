/** Creates a document that the service may print: with installed fonts, and without the content of `url()` in CSS. */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { isBuiltInFamily } from '@toolpress/document';

const BLOCKED = 'https://blocked.invalid/';
const LOADS = /^(?:url|src|(?:-webkit-)?image-set)\($/i;

/**
 * Leaves out the faces of installed families.
 *
 * @param blocksUrls lets `url()` lead nowhere as well, but for imports and fragments.
 */
export function changedCss(css: string, blocksUrls: boolean): string {
  let text = '';
  let face: string | undefined;
  let inImport = false;
  const open: boolean[] = [];
  const written = ([type, source]: CSSToken): string => {
    if (type === TokenType.AtKeyword) inImport = /^@import$/i.test(source);
    if (type === TokenType.Semicolon) inImport = false;
    if (type === TokenType.Function || type === TokenType.OpenParen) open.push(LOADS.test(source));
    if (type === TokenType.CloseParen) open.pop();
    if (inImport || !blocksUrls) return source;
    if (type === TokenType.URL) return /^url\(\s*#/i.test(source) ? source : `url(${BLOCKED})`;
    if (type === TokenType.String && open.at(-1) && !/^.#/.test(source)) return `"${BLOCKED}"`;
    return source;
  };
  for (const token of tokenize({ css })) {
    if (token[0] === TokenType.EOF) break;
    if (token[0] === TokenType.AtKeyword && /^@font-face$/i.test(token[1])) face = '';
    if (face === undefined) text += written(token);
    else face += written(token);
    if (face === undefined || token[0] !== TokenType.CloseCurly) continue;
    if (!isInstalled(face)) text += face;
    face = undefined;
  }
  return text + (face ?? '');
}

function isInstalled(face: string): boolean {
  const [, family = ''] = /font-family\s*:\s*["']?([^"';}]+)/i.exec(face) ?? [];
  return isBuiltInFamily(family);
}

export const changedHtml = (html: string, blocksUrls: boolean): string =>
  html
    .replace(/(<style\b[^>]*>)(.*?)(<\/style)/gis, (_all, begin, css, end) => begin + changedCss(css, blocksUrls) + end)
    .replace(
      /(\sstyle\s*=\s*(["']))(.*?)\2/gis,
      (_all, begin, quote, css) => begin + changedCss(css, blocksUrls).replaceAll(quote, '&quot;') + quote,
    );
