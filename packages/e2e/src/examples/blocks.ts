/** The examples of the project's pages: code blocks of its Markdown files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Block {
  /** The path from the project's root. */
  readonly page: string;
  /** The line of its first fence. */
  readonly line: number;
  /** The language of its fence; empty without one. */
  readonly language: string;
  readonly text: string;
}

/** Returns all blocks of all pages, in order. */
export function allBlocks(): Block[] {
  const kept = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const pages = execFileSync('git', kept, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').sort();
  return pages.flatMap((page) => blocksOf(page, readFileSync(join(ROOT, page), 'utf8')));
}

/** A fence in a list may be indented, and its block with it. */
function blocksOf(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)].map((match) => {
    const [, indent = '', language = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    return { page, line, language, text: text.replace(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

export interface Command {
  /** A command of bash. */
  readonly text: string;
  /** The output that the page shows; undefined without one. */
  readonly prints: string | undefined;
}

/** Returns the commands of a block. A block of `sh` is one command; one of `console` has a prompt before each, and its output after it. */
export function commandsOf({ language, text }: Block): Command[] {
  if (language === 'sh') return [{ text, prints: undefined }];
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((session) => {
      const lines = session.trimEnd().split('\n');
      const length = lines.findIndex((_, index) => isComplete(lines.slice(0, index + 1).join('\n'))) + 1;
      const prints = lines.slice(length).join('\n');
      return { text: `${lines.slice(0, length).join('\n')}\n`, prints: prints === '' ? undefined : prints };
    });
}

/** Returns whether a command is complete: no quote is open, and no line continues. */
function isComplete(command: string): boolean {
  if (command.endsWith('\\')) return false;
  try {
    execFileSync('bash', ['-n', '-c', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Values that differ each time: ids, times, sizes, durations and counts. */
const CHANGING: [shown: RegExp, meant: string][] = [
  [/…/g, '[^]*?'],
  [/\b(acc|tok|evt|dlv)_[0-9a-z]{10,}/g, '$1_[0-9a-z]+'],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\\\.\d{3}Z/g, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'],
  [/"size_bytes":\d+/g, '"size_bytes":\\d+'],
  [/\b[\d,]+ (KiB|ms)\b/g, '[\\d,]+ $1'],
  [/\b\d+ (waiting|active)\b/g, '\\d+ $1'], // other pages are read at the same time
  [/-{3,}/g, '-+'],
  [/\s+/g, '\\s*'],
];

/** Returns the pattern for an output that a page shows as `text`. `…` matches any text, and blanks may differ. */
export function patternOf(text: string): RegExp {
  const source = CHANGING.reduce((pattern, [shown, meant]) => pattern.replace(shown, meant), escaped(text));
  return new RegExp(`^\\s*${source}\\s*$`);
}
