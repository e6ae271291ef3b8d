/** Follows advice: asks for the file, adds it, and edits the text. */
import { contentOf } from '../files/read-file.js';
import { h } from '../ui/dom.js';
import type { Advice } from './advice.js';

/** Opens the browser's choice of a file. @returns the content; undefined if none is chosen. */
function chosenFile(): Promise<unknown> {
  return new Promise((resolve) => {
    const picker = h('input', {
      type: 'file',
      accept: 'image/*,.css,.svg',
      on: {
        change: () => resolve(picker.files?.[0] && contentOf(picker.files[0], picker.files[0].name)),
        cancel: () => resolve(undefined),
      },
    });
    picker.click();
  });
}

/** What advice changes. */
export interface Changed {
  add(path: string, content: unknown): void;
  edit(edits: Advice['edits']): void;
}

/** Follows advice. @param current returns the same advice for the text as it is then; undefined if it does not apply any more. */
export async function followAdvice(current: () => Advice | undefined, { add, edit }: Changed): Promise<void> {
  const file = current()?.file;
  const content = file === undefined ? undefined : await chosenFile();
  if (file !== undefined && content === undefined) return;
  const advice = current();
  if (advice === undefined) return;
  if (advice.edits.length > 0) edit(advice.edits);
  if (file !== undefined) add(file, content);
}
