/**
 * Inserts Markdown files into the HTML of a form, where it says `{{ toHTML "file.md" }}`. A thread converts them, because some texts take the
 * library very long: a short time limit ends it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MAX_BODY_BYTES, ServiceError } from '@toolpress/contract';
import { FairQueue, withTimeout } from '@toolpress/runtime';
import type { FormFile } from './form-body.js';

const CALL = /\{\{([^{}]{0,1000})\}\}/g;
const TO_HTML = /^-?\s*toHTML\s+(?:"([^"\n]*)"|`([^`\n]*)`)\s*-?$/;

/** The largest number of missing files that a message names. */
const MOST_NAMED = 20;
/** The time for the files of a form, in milliseconds. */
const LIMIT_MS = 5_000;
const MEMORY_MB = 256;

/** The accounts take turns. */
const queue = new FairQueue();

export interface FormOwner {
  account: string;
  signal: AbortSignal;
}

/**
 * @throws ServiceError `invalid_parameter` naming files that the form lacks, or a call of anything else; `document_too_complex` for files
 *   that take too long, or are too long where they are inserted.
 */
export async function withMarkdown(html: string, files: readonly FormFile[], owner: FormOwner): Promise<string> {
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
  const sources = used.map((name) => String(texts.get(name)));
  const made = await queue.run(owner.account, () => converted(sources), owner.signal);
  const htmlOf = new Map(used.map((name, index) => [name, made[index] ?? '']));
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

async function converted(texts: readonly string[]): Promise<readonly string[]> {
  const thread = new Worker(new URL('./markdown-thread.js', import.meta.url), {
    workerData: texts,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [made] = await withTimeout(once(thread, 'message'), LIMIT_MS);
    return made as readonly string[];
  } catch (error) {
    throw tooComplex(error);
  } finally {
    await thread.terminate();
  }
}

const tooComplex = (cause?: unknown): ServiceError =>
  new ServiceError('document_too_complex', 'The Markdown files are too long or too deeply nested.', { cause });
