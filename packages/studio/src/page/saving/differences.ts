/** The differences of two drafts, part by part, as lines. */
import { structuredPatch } from 'diff';
import type { Draft } from '../draft/draft.js';
import { h } from '../ui/dom.js';

/** The number of equal lines around a difference. */
const CONTEXT = 2;
/** The largest number of changed lines of a part that is searched. Beyond it the search takes long. */
const MAX_EDITS = 800;

export interface PartDifference {
  part: string;
  /** Each with `+`, `-` or a space before it; undefined if there are too many. */
  lines: string[] | undefined;
}

/** Returns the parts that differ. */
export function differencesOf(before: Draft, after: Draft): PartDifference[] {
  const [old, current] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...old.keys(), ...current.keys()])];
  return names.flatMap((part) => {
    const [one = '', other = ''] = [old.get(part), current.get(part)];
    return one === other ? [] : [{ part, lines: linesOf(one, other) }];
  });
}

function linesOf(before: string, after: string): string[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MAX_EDITS });
  return patch?.hunks.flatMap(({ oldStart, lines }) => [`@@ line ${oldStart}`, ...lines]);
}

function partsOf({ html, css, files, samples, controls }: Draft): Map<string, string> {
  const { others, ...options } = controls;
  return new Map([
    ['HTML', html],
    ['CSS', css],
    ...samples.map(({ name, text }): [string, string] => [`Data “${name}”`, text]),
    ['Options', JSON.stringify(options, null, 2)],
    ['Other options', others],
    ...Object.entries(files).map(([path, content]): [string, string] => [`File ${path}`, JSON.stringify(content)]),
  ]);
}

const KINDS: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'place' };

/** Returns the differences as an element. Long lines, such as of files, are cut. */
export function differencesView(differences: readonly PartDifference[]): HTMLElement {
  const lines = differences.flatMap(({ part, lines = ['Too different to be shown line by line.'] }) => [
    h('span', { class: 'part' }, part),
    ...lines.map((line) => h('span', { class: KINDS[line[0] ?? ''] ?? 'same' }, `${line.slice(0, 400)}\n`)),
  ]);
  const label = 'Differences of the texts';
  return h('pre', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': label }, ...lines);
}
