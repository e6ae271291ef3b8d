/**
 * Inserts Markdown files into the HTML of a form, where it says `{{ toHTML "file.md" }}`. Some texts take the library long, so this runs
 * in threads only.
 */
import { MAX_BODY_BYTES, ServiceError } from '@toolpress/contract';
import { Marked } from 'marked';
import type { FormFile } from './form-body.js';

const CALL = /\{\{([^{}]{0,1000})\}\}/g;
const TO_HTML = /^-?\s*toHTML\s+(?:"([^"\n]*)"|`([^`\n]*)`)\s*-?$/;

/** The largest number of missing files that a message names. */
const MOST_NAMED = 20;
const marked = new Marked({ gfm: true });

/**
 * @throws ServiceError `invalid_parameter` naming files that the form lacks, or a call of anything else; `document_too_complex` for files
 *   that are too deeply nested, or too long where they are inserted.
 */
export function withMarkdown(html: string, files: readonly FormFile[]): string {
  const names = [...html.matchAll(CALL)].map(([call, content = '']) => nameIn(call, content));
  const used = [...new Set(names)];
  const texts = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const missing = used.filter((name) => !texts.has(name)).map((name) => `'${name}'`);
  if (missing.length > 0)
    throw new ServiceError(
      'invalid_parameter',
      `Markdown file(s) not found: ${missing.slice(0, MOST_NAMED).join('\n')}`,
    );
  if (used.length === 0) return html;
  const htmlOf = new Map(used.map((name) => [name, converted(String(texts.get(name)))]));
  const inserted = names.map((name) => htmlOf.get(name) ?? '');
  if (inserted.reduce((sum, { length }) => sum + length, html.length) > MAX_BODY_BYTES) throw tooComplex();
  let index = 0;
  return html.replace(CALL, () => inserted[index++] ?? '');
}

function nameIn(call: string, content: string): string {
  const [, quoted, raw] = TO_HTML.exec(content) ?? [];
  const name = quoted ?? raw;
  if (name !== undefined) return name;
  throw new ServiceError(
    'invalid_parameter',
    `The form's index.html has '${call.slice(0, 100)}'; only {{ toHTML "file.md" }} is known`,
  );
}

function converted(text: string): string {
  try {
    return marked.parse(text, { async: false });
  } catch (error) {
    throw tooComplex(error);
  }
}

export const tooComplex = (cause?: unknown): ServiceError =>
  new ServiceError('document_too_complex', 'The Markdown files are too long or too deeply nested.', { cause });
