/** Renders the guides of `docs/` as pages below `/docs`. */
import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { PICTURES } from './pictures.js';

export interface Guide {
  /** The name in the page's path. */
  name: string;
  /** The file below `docs/`. */
  file: string;
  title: string;
  audience: 'caller' | 'operator';
}

const DOCS = new URL('../../../../docs/', import.meta.url);

/** The guides in the order of the navigation. */
const LISTED: readonly Guide[] = [
  { name: 'templates', file: 'tools/templates.md', title: 'Templates', audience: 'caller' },
  { name: 'studio', file: 'studio.md', title: 'Studio', audience: 'caller' },
  { name: 'pdf', file: 'tools/pdf.md', title: 'PDFs', audience: 'caller' },
  { name: 'standards', file: 'tools/standards.md', title: 'Archives and accessibility', audience: 'caller' },
  { name: 'e-invoices', file: 'tools/e-invoices.md', title: 'E-invoices', audience: 'caller' },
  { name: 'fonts', file: 'fonts.md', title: 'Fonts', audience: 'caller' },
  { name: 'document-policy', file: 'document-policy.md', title: 'Document policy', audience: 'caller' },
  { name: 'http-request', file: 'tools/http-request.md', title: 'HTTP requests', audience: 'caller' },
  { name: 'outbound-addresses', file: 'outbound-addresses.md', title: 'Refused addresses', audience: 'caller' },
  { name: 'get-record', file: 'tools/get-record.md', title: 'Records', audience: 'caller' },
  { name: 'clients', file: 'clients.md', title: 'Clients', audience: 'caller' },
  { name: 'mcp', file: 'mcp.md', title: 'Agents (MCP)', audience: 'caller' },
  { name: 'n8n', file: 'n8n.md', title: 'n8n', audience: 'caller' },
  { name: 'gotenberg', file: 'gotenberg.md', title: 'Coming from Gotenberg', audience: 'caller' },
  { name: 'jobs', file: 'jobs.md', title: 'Jobs and batches', audience: 'caller' },
  { name: 'webhooks', file: 'webhooks.md', title: 'Webhooks', audience: 'caller' },
  { name: 'accounts', file: 'accounts.md', title: 'Accounts and limits', audience: 'caller' },
  { name: 'errors', file: 'errors.md', title: 'Errors', audience: 'caller' },
  { name: 'versions', file: 'versions.md', title: 'Versions', audience: 'caller' },
  { name: 'cli', file: 'cli.md', title: 'Command line', audience: 'operator' },
  { name: 'configuration', file: 'configuration.md', title: 'Configuration', audience: 'operator' },
  { name: 'operations', file: 'operations.md', title: 'Operations', audience: 'operator' },
];

/** The guides. Those of tools that are not listed come last, under their headings. */
export const GUIDES: readonly Guide[] = [...LISTED, ...toolGuides()];

function toolGuides(): Guide[] {
  const files = readdirSync(new URL('tools/', DOCS)).map((name) => `tools/${name}`);
  const others = files.filter((file) => !LISTED.some((guide) => guide.file === file));
  return others.map((file) => {
    const [, title = file] = /^# (.+)/.exec(readFileSync(new URL(file, DOCS), 'utf8')) ?? [];
    return { name: file.slice('tools/'.length, -'.md'.length), file, title, audience: 'caller' };
  });
}

/** The path of the documentation: the quick start, and the reference below it. */
const DOCUMENTATION = '/docs';
const REFERENCE = `${DOCUMENTATION}#reference`;

/** What the documentation opens on. It is no separate page. */
export const QUICK_START: Guide = { name: '', file: 'quick-start.md', title: 'Quick start', audience: 'caller' };

/** Returns the path of a guide's page. */
export const pathOfGuide = ({ name }: Pick<Guide, 'name'>): string =>
  name === '' ? DOCUMENTATION : `${DOCUMENTATION}/${name}`;

export interface Heading {
  id: string;
  text: string;
}

/** Returns a guide as HTML, and its sections. */
export function renderGuide({ file }: Guide): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const id = anchorOf(text, taken);
        const html = this.parser.parseInline(tokens);
        if (depth === 2) headings.push({ id, text: text.replaceAll('`', '') });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, file);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const { src, width, height } = PICTURES.get(href.slice(href.lastIndexOf('/') + 1)) ?? {};
        if (src === undefined) return '';
        return `<img src="${src}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      // Raw HTML only lays out images that are not served.
      html: () => '',
      code({ text, lang = '' }: Tokens.Code): string {
        return `<pre tabindex="0"><code data-language="${escapeHtml(lang)}">${escapeHtml(text)}</code></pre>\n`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
          .replaceAll('</table>', '</table></div>')
          // Tables of facts have an empty header row.
          .replace(/<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>/g, '')
          .replaceAll('<th></th>', '<td></td>'),
    },
  });
  const html = marked.parse(readFileSync(new URL(file, DOCS), 'utf8'), { async: false });
  return { html, headings };
}

/** Returns the sections of a guide with their words. The first one is the text below the title. */
export function sectionsOf({ file, title }: Guide): { id: string; title: string; text: string }[] {
  const sections = [{ id: '', title, text: '' }];
  const taken = new Map<string, number>();
  for (const token of new Marked().lexer(readFileSync(new URL(file, DOCS), 'utf8'))) {
    if (token.type === 'heading') {
      const id = anchorOf(token['text'], taken);
      if (token['depth'] > 1) sections.push({ id, title: token['text'].replaceAll('`', ''), text: '' });
    } else (sections.at(-1) ?? { text: '' }).text += `${wordsOf(token)} `;
  }
  return sections;
}

/** The tokens that begin a line of their own. */
const BLOCKS = ['list', 'list_item', 'blockquote', 'table'];

/** Returns the words of a token, without its markup. */
function wordsOf(token: Token): string {
  const { type, text = '', tokens, items, header = [], rows = [] } = token as Tokens.Generic;
  if (type === 'html' || type === 'image') return '';
  const parts: Token[] = type === 'table' ? [...header, ...rows.flat()] : (items ?? tokens ?? []);
  if (parts.length === 0) return text;
  return parts.map(wordsOf).join(BLOCKS.includes(type) ? ' ' : '');
}

/** Returns the anchor of a heading as GitHub does, because the files are also read there. */
function anchorOf(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const before = taken.get(id) ?? 0;
  taken.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

/** Returns the target of a link on the pages; undefined for files without a page. */
function targetOf(href: string, file: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, new URL(file, 'file:///docs/'));
  return pageOf(pathname.slice(1)) === undefined ? undefined : pageOf(pathname.slice(1)) + hash;
}

/** @param path of a file relative to the project's root. @returns the path of its page. */
function pageOf(path: string): string | undefined {
  if (path === 'docs/api.md') return REFERENCE;
  const guide = [QUICK_START, ...GUIDES].find(({ file }) => `docs/${file}` === path);
  return guide && pathOfGuide(guide);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Converts a trusted text to HTML: backticks become code, and paths of guides become links to their pages. */
export function richText(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\/docs\/[\w-]+/g, (path) => {
      const guide = GUIDES.find((one) => path === pathOfGuide(one));
      return guide === undefined ? path : `<a href="${path}">${guide.title}</a>`;
    });
}
