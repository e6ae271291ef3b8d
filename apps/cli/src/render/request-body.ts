/**
 * Builds the body of a PDF request from files. JSON is sent unchanged, so that the service's line numbers match the
 * file.
 */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../config.js';
import { filesIn } from './files.js';

/** The parameters that are read from files. */
export interface TemplateFiles {
  /** A path; `-`: stdin. */
  readonly html: string;
  readonly css?: string | undefined;
  readonly header_html?: string | undefined;
  readonly footer_html?: string | undefined;
  readonly data?: string | undefined;
  readonly data_from?: string | undefined;
  readonly translations?: string | undefined;
  /** A folder. */
  readonly files?: string | undefined;
}

/** The lines of a file's JSON in the body. */
interface JsonPart {
  readonly path: string;
  readonly firstLine: number;
  readonly lines: number;
}

export interface RequestBody {
  readonly text: string;
  readonly json: readonly JsonPart[];
}

const TEXTS = ['html', 'css', 'header_html', 'footer_html'] as const;
const JSON_TEXTS = ['data', 'data_from', 'translations'] as const;

/**
 * @param parameters the other parameters
 * @throws Problem for a file that can't be read or is not UTF-8
 */
export async function requestBody(
  from: TemplateFiles,
  parameters: Readonly<Record<string, unknown>>,
): Promise<RequestBody> {
  const textsOf = async (fields: readonly (keyof TemplateFiles)[]): Promise<[string, string, string][]> =>
    Promise.all(
      fields.flatMap((field) => {
        const path = from[field];
        return path === undefined ? [] : [readText(path).then((text): [string, string, string] => [field, path, text])];
      }),
    );
  const texts = await textsOf(TEXTS);
  const json = await textsOf(JSON_TEXTS);
  const fields = Object.fromEntries(texts.map(([field, , text]) => [field, text]));
  const files = from.files === undefined ? undefined : await filesIn(from.files);
  let text = JSON.stringify({ ...parameters, ...fields, files }).slice(0, -1);
  let line = 1;
  const parts: JsonPart[] = [];
  // Invalid JSON is sent alone, because the next file would be parsed as a part of it.
  const broken = json.find(([, , content]) => !isJson(content));
  for (const [field, path, content] of broken === undefined ? json : [broken]) {
    const lines = content.split(LINE_BREAK).length;
    parts.push({ path, firstLine: line + 1, lines });
    text += `,"${field}":\n${content}\n`;
    line += lines + 1;
  }
  return { text: `${text}}`, json: parts };
}

const LINE_BREAK = /\r\n|\r|\n/;

/** Reads a file, or the standard input for `-`. @throws Problem for a file that can't be read. */
export const readBytes = (path: string): Promise<Buffer<ArrayBuffer>> =>
  (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error: Error) => {
    throw new Problem(`${path} can't be read: ${error.message}`);
  });

/** Reads a text file. @throws Problem for a file that can't be read or is not UTF-8. */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) throw new Problem(`${path} is not UTF-8: save it as UTF-8.`);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
