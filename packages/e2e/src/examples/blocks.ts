/** The examples of the project's pages: the blocks of code in its Markdown. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Block {
  /** Path from the project's root. */
  readonly page: string;
  /** Of its first fence. */
  readonly line: number;
  /** As its fence says; empty when it does not. */
  readonly language: string;
  readonly text: string;
}

/** All blocks of all pages, in their order. */
export function allBlocks(): Block[] {
  const kept = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const pages = execFileSync('git', kept, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').sort();
  return pages.flatMap((page) => blocksOf(page, readFileSync(join(ROOT, page), 'utf8')));
}

/** A fence may be indented, in a list: its block is then as well. */
function blocksOf(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)].map((match) => {
    const [, indent = '', language = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    return { page, line, language, text: text.replace(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

export interface Command {
  /** For bash. */
  readonly text: string;
  /** What the page shows that it prints; undefined when it shows nothing. */
  readonly prints: string | undefined;
}

/** A block of `sh` is one command; one of `console` has a prompt before each, and what it prints behind it. */
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

/** Whether bash would not wait for more: no quote is open, and no line goes on. */
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

/** What is another one each time: ids, points in time, sizes, durations and what is under way. */
const CHANGING: [shown: RegExp, meant: string][] = [
  [/…/g, '[^]*?'],
  [/\b(acc|tok|evt|dlv)_[0-9a-z]{10,}/g, '$1_[0-9a-z]+'],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\\\.\d{3}Z/g, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'],
  [/"size_bytes":\d+/g, '"size_bytes":\\d+'],
  [/\b[\d,]+ (KiB|ms)\b/g, '[\\d,]+ $1'],
  [/\b\d+ (waiting|at work)\b/g, '\\d+ $1'], // other pages are read at the same time
  [/-{3,}/g, '-+'],
  [/\s+/g, '\\s*'],
];

/** What is printed has to match it when a page shows `text`: `…` stands for anything, and blanks may differ. */
export function patternOf(text: string): RegExp {
  const source = CHANGING.reduce((pattern, [shown, meant]) => pattern.replace(shown, meant), escaped(text));
  return new RegExp(`^\\s*${source}\\s*$`);
}
