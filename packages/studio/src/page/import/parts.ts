/** The style sheets, images and data beside a document. */

import { base64Of, textOf } from './decode.js';
import { type ImportLimits, mebibytes } from './imported.js';
import { normalPath } from './paths.js';

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif)$/i;
const FONT = /\.(?:ttf|otf|woff2?)$/i;
/** What Word puts beside its web pages for itself. */
const OF_WORD =
  /(?:filelist|editdata|themedata|colorschememapping|props\d*|item\d*)\.\w+$|\.(?:mso|thmx|emz|wmz|xml)$|(?:header|footer)\.html?$/i;
const LINK = /<link\b[^<>]*>/gi;
/** The number of paths in a note. */
const MOST_NAMED = 5;

type FileValue = string | { base64: string };

export class Parts {
  private readonly folder: string;
  private readonly used: Set<string>;

  /** @param path the document's. @param notes receives what is left out. */
  constructor(
    path: string,
    private readonly all: ReadonlyMap<string, Uint8Array>,
    private readonly limits: ImportLimits,
    private readonly notes: string[],
  ) {
    this.folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    this.used = new Set([path]);
  }

  /** Puts linked sheets into one style sheet. Links to other hosts stay. */
  styleSheets(html: string): { html: string; css: string } {
    const sheets: string[] = [];
    const rest = html.replace(LINK, (link) => {
      const [, href = ''] = /\shref=["']?([^"'\s>]+)/i.exec(link) ?? [];
      const path = /\srel=["']?stylesheet/i.test(link) ? this.pathOf(href) : undefined;
      const bytes = path === undefined ? undefined : this.all.get(path);
      if (path === undefined || bytes === undefined) return link;
      this.used.add(path);
      sheets.push(textOf(bytes).trim());
      return '';
    });
    return { html: rest, css: sheets.map((sheet) => `${sheet}\n`).join('\n') };
  }

  /** Returns the images and fonts that the texts name, by their paths from the document. */
  files(html: string, css: string): Record<string, FileValue> {
    const files: Record<string, FileValue> = {};
    const text = html + css;
    const large: string[] = [];
    let room = this.limits.maxTemplateBytes - new Blob([text]).size - 64 * 1024;
    for (const [path, bytes] of this.all) {
      const isText = /\.svg$/i.test(path);
      if (!isText && !IMAGE.test(path) && !FONT.test(path)) continue;
      const name = path.split('/').at(-1) ?? path;
      if (![name, encodeURI(name), encodeURIComponent(name)].some((one) => text.includes(one))) continue;
      this.used.add(path);
      const size = isText ? bytes.length : Math.ceil(bytes.length / 3) * 4;
      if (size > room || Object.keys(files).length >= this.limits.maxFiles) {
        large.push(`\`${path}\` (${mebibytes(bytes.length)})`);
        continue;
      }
      room -= size;
      const inside = path.startsWith(this.folder) ? path.slice(this.folder.length) : path;
      files[inside] = isText ? textOf(bytes) : { base64: base64Of(bytes) };
    }
    if (large.length > 0)
      this.notes.push(
        `${listed(large)} ${large.length === 1 ? 'is' : 'are'} left out: a template has at most ${this.limits.maxFiles} files and ${mebibytes(this.limits.maxTemplateBytes)}. Make images smaller, and add them in Options.`,
      );
    return files;
  }

  /** Returns JSON files as sets of sample data. */
  samples(): Record<string, Record<string, unknown>> {
    const samples: Record<string, Record<string, unknown>> = {};
    for (const [path, bytes] of this.all) {
      const [, name] = /(?:^|\/)([A-Za-z0-9][\w.-]{0,63})\.json$/i.exec(path) ?? [];
      if (name === undefined || Object.keys(samples).length >= this.limits.maxSamples) continue;
      const data = objectIn(textOf(bytes));
      if (data === undefined) continue;
      this.used.add(path);
      samples[name] = data;
    }
    return samples;
  }

  /** Notes the files that the template does not have. @param isNoted whether a file has a note already. */
  noteRest(isNoted: (path: string) => boolean): void {
    const rest = [...this.all.keys()].filter((path) => !this.used.has(path) && !OF_WORD.test(path) && !isNoted(path));
    if (rest.length === 0) return;
    const named = listed(rest.map((path) => `\`${path}\``));
    this.notes.push(
      `${named} ${rest.length === 1 ? 'is' : 'are'} left out, because the document does not name ${rest.length === 1 ? 'it' : 'them'}.`,
    );
  }

  private pathOf(reference: string): string | undefined {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(reference)) return undefined;
    const [path = ''] = reference.split(/[?#]/, 1);
    try {
      return normalPath(path.startsWith('/') ? path : this.folder + decodeURIComponent(path));
    } catch {
      return undefined;
    }
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
