/** Cleans the web pages that Google Docs exports: one line each, with fonts of another host and links that lead through it. */
import type { Cleaned } from './word.js';

export const isFromGoogleDocs = (html: string): boolean =>
  /themes\.googleusercontent\.com|<body[^>]+class="[^"]*\bdoc-content\b/.test(html);

const BLOCK = /(?<=>)(?=<(?:p|h[1-6]|table|tr|td|ul|ol|li|div|body|head|style|title|hr)\b)/g;
/** The width of the text in points, without margins of an inch, by paper. */
const WIDTHS = [
  { width: 451.4, paper: 'A4' },
  { width: 468, paper: 'Letter' },
] as const;
const POINTS = /max-width:\s*([\d.]+)pt/;
const PADDING = /padding:\s*([\d.]+pt(?:\s+[\d.]+pt){0,3})/;
const LINK = /href="https:\/\/www\.google\.com\/url\?q=([^&"]+)(?:&amp;|&)[^"]*"/g;

/** Returns the document of Google Docs as HTML and CSS. Its margins become those of the page. */
export function cleanGoogleDocs(source: string): Cleaned {
  const sheets: string[] = [];
  const html = source
    .replace(/<style\b[^<>]*>([^<]*)<\/style>/gi, (_, css: string) => {
      sheets.push(css);
      return '';
    })
    .replace(/<meta\b[^<>]*>/gi, '')
    .replace(LINK, (_, address: string) => `href="${decodedAddress(address)}"`)
    .replace(BLOCK, '\n');
  const sheet = sheets.join('');
  const body = /\.doc-content\s*\{([^}]*)\}|\.c\d+\s*\{([^}]*max-width[^}]*)\}/.exec(sheet);
  const padding = PADDING.exec(body?.[0] ?? '')?.[1];
  const width = Number(POINTS.exec(body?.[0] ?? '')?.[1]);
  const paper = WIDTHS.find((each) => Math.abs(each.width - width) < 2)?.paper;
  const css = sheet
    .replace(/@import\s+url\([^)]*\);?/g, '')
    .replace(body?.[0] ?? '\0', (rule) => rule.replace(POINTS, '').replace(PADDING, '').replace(/;{2,}/g, ';'))
    .replace(/\}/g, '}\n');
  return {
    html: `${html.trim()}\n`,
    css,
    options: { ...(paper && { page_size: paper }), ...(padding && { margin: padding }) },
    notes: /@import/.test(sheet)
      ? [
          'The fonts of Google are left out, because documents load nothing from other hosts. Built-in fonts are used by their names.',
        ]
      : [],
  };
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  } catch {
    return address;
  }
}
