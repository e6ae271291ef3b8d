/** What people get who print a document with Chromium by themselves, scripts off, on the paper that is the service's default. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { FONTS_ENV } from '@toolpress/testkit';
import puppeteer, { type Browser, type HTTPRequest } from 'puppeteer';
import { changedCss, changedHtml } from './blocked-style.js';
import type { Resource, Web } from './web.js';

export interface SavedDocument {
  /** A folder with everything that belongs to it. */
  readonly folder: string;
  /** The document's own path in there. */
  readonly path: string;
}

/**
 * What a document is printed with: all that it names; without the faces of families that are installed, so that the installed
 * ones are used; or without anything else that CSS names by `url()` either, which the contract blocks.
 */
export const REFERENCES = ['plain', 'own fonts', 'no url()'] as const;
export type Reference = (typeof REFERENCES)[number];

const ORIGIN = 'https://document.example';
const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.svg': 'image/svg+xml' };
const LOADED_MS = 30_000;

export class PlainChromium {
  private constructor(
    private readonly browser: Browser,
    private readonly web: Web,
  ) {}

  /** In the service's fonts, unless FONTCONFIG_FILE says otherwise. */
  static async launch(executablePath: string, web: Web): Promise<PlainChromium> {
    const args = [
      '--no-sandbox',
      '--font-render-hinting=none',
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ];
    const env = { ...FONTS_ENV, ...process.env };
    return new PlainChromium(await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args, env }), web);
  }

  async print(document: SavedDocument, reference: Reference): Promise<Uint8Array> {
    const context = await this.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.setJavaScriptEnabled(false);
      await page.emulateMediaType('print');
      await page.setRequestInterception(true);
      page.on('request', (request) => void this.answer(request, document, reference).catch(() => undefined));
      const path = document.path.split('/').map(encodeURIComponent).join('/');
      await page.goto(`${ORIGIN}/${path}`, { waitUntil: 'load', timeout: LOADED_MS });
      const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' };
      const options = { format: 'A4', margin, pageRanges: '1-51', tagged: false, outline: false } as const;
      return await page.pdf({ ...options, printBackground: true, preferCSSPageSize: true });
    } finally {
      await context.close();
    }
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async answer(request: HTTPRequest, document: SavedDocument, reference: Reference) {
    const url = new URL(request.url());
    if (url.protocol === 'data:') return request.continue();
    const kind = request.resourceType();
    const wants = kind === 'image' || kind === 'font' ? kind : 'stylesheet';
    let found = url.origin === ORIGIN ? saved(url, document) : this.web(url, wants);
    if (found === undefined) return request.respond({ status: 404 });
    const isText = kind === 'document' || kind === 'stylesheet';
    if (isText) {
      const text = textOf(found.body);
      const change = kind === 'document' ? changedHtml : changedCss;
      const type = kind === 'document' ? 'text/html' : 'text/css';
      const body = reference === 'plain' ? text : change(text, reference === 'no url()');
      // What comes from a folder of sheets may be of another version than the document means.
      const intact = kind === 'document' ? body.replace(/\s(?:integrity|crossorigin)\s*=\s*(["']).*?\1/gis, '') : body;
      found = { type: `${type}; charset=utf-8`, body: Buffer.from(intact) };
    }
    const headers = { 'access-control-allow-origin': '*' }; // as content delivery networks answer
    return request.respond({ status: 200, contentType: found.type, headers, body: found.body });
  }
}

function saved(url: URL, { folder }: SavedDocument): Resource | undefined {
  const wanted = decodeURIComponent(url.pathname).slice(1);
  try {
    return { type: TYPES[extname(wanted)] ?? '', body: readFileSync(join(folder, wanted)) };
  } catch {
    return undefined;
  }
}

/** UTF-8, or whatever the document says that it is, or what browsers take it for. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [, label = 'windows-1252'] = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 1024)) ?? [];
    return new TextDecoder(/utf-?8/i.test(label) ? 'windows-1252' : label).decode(bytes);
  }
}
