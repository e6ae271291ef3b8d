/** Inserts Markdown files into the HTML of a form, where it says `{{ toHTML "file.md" }}`. */
import { ServiceError } from '@toolpress/contract';
import { Marked } from 'marked';
import type { FormFile } from './form-body.js';

const CALL = /\{\{-?\s*(?:toHTML\s+(?:"([^"\n]{0,300})"|`([^`\n]{0,300})`)|[^}]{0,1000}?)\s*-?\}\}/g;

const marked = new Marked({ gfm: true });

/** @throws ServiceError `invalid_parameter` naming files that the form lacks, or a call of anything else. */
export function withMarkdown(html: string, files: readonly FormFile[]): string {
  const missing = new Set<string>();
  const filled = html.replace(CALL, (call, quoted?: string, raw?: string) => {
    const name = quoted ?? raw;
    if (name === undefined)
      throw new ServiceError(
        'invalid_parameter',
        `The form's index.html has '${call.slice(0, 100)}'; only {{ toHTML "file.md" }} is known`,
      );
    const file = files.find((one) => one.name === name);
    if (file === undefined) {
      missing.add(name);
      return '';
    }
    return marked.parse(file.bytes.toString(), { async: false });
  });
  if (missing.size === 0) return filled;
  const names = [...missing].map((name) => `'${name}'`).join('\n');
  throw new ServiceError('invalid_parameter', `Markdown file(s) not found: ${names}`);
}
