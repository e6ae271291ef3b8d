/** The files of a template as a list: pictures, sizes, and what can be done with each. */

import { countText } from '../problems/problem-list.js';
import { ask } from '../ui/dialogs.js';
import { button, bytesText, field, fill, h } from '../ui/dom.js';
import { withRenamed } from './file-uses.js';
import { contentOf, imageUrl } from './read-file.js';
import {
  ACCEPTED,
  type FileLimits,
  type Files,
  freeName,
  kindOf,
  type NewFile,
  nameFault,
  safeName,
  sizeOf,
  withAdded,
} from './template-files.js';

export interface FilesOptions {
  limits: FileLimits;
  /** Returns the bytes of the template's other parts. */
  otherBytes(): number;
  /** Receives all files after a change. They are another object then. */
  changed(files: Files): void;
  /** Writes the new name of a file into the texts. @returns the number of places, and what undoes it. */
  renamed(old: string, next: string): { uses: number; undo: () => void };
  /** Inserts a file into a text. */
  insert(name: string): void;
}

export interface AddOptions {
  /** The file to replace. */
  as?: string | undefined;
  /** Whether equal names are changed instead of replaced, such as those of pasted images. */
  isUnnamed?: boolean;
  /** Inserts the added files into a text. @returns what undoes it. */
  insert?: (names: readonly string[]) => Promise<() => void>;
}

export class FilesView {
  private files: Files = {};
  private isShown = false;
  private replaced: string | undefined;
  private readonly list = h('ul', { class: 'file-list' });
  private readonly total = h('p', { class: 'note' });
  private readonly picker = h('input', {
    ...{ type: 'file', multiple: true, accept: ACCEPTED, hidden: true },
    on: { change: () => void this.picked() },
  });
  readonly element = h(
    'div',
    { class: 'files', hidden: true },
    h(
      'div',
      { class: 'files-head' },
      button('Add files…', () => this.pick(), { class: 'primary' }),
      h('p', { class: 'note' }, 'Or drop images, fonts and style sheets anywhere on this page, or paste an image.'),
    ),
    this.picker,
    this.list,
    this.total,
  );
  /** Says what happened to the files, beside the text as well. */
  readonly notice = h('div', { class: 'notice', role: 'status' });

  constructor(private readonly options: FilesOptions) {}

  /** Shows the files of another template. */
  open(files: Files): void {
    this.files = files;
    fill(this.notice);
    this.fillList();
  }

  set shown(isShown: boolean) {
    this.isShown = isShown;
    this.element.hidden = !isShown;
    this.fillList();
  }

  /** Asks for files. @param as the one to replace. */
  pick(as?: string): void {
    this.replaced = as;
    this.picker.multiple = as === undefined;
    this.picker.click();
  }

  private async picked(): Promise<void> {
    const files = [...(this.picker.files ?? [])];
    this.picker.value = '';
    const name = this.replaced;
    await this.add(files, { as: name });
    if (name !== undefined) this.focusOn(name, 'Replace');
  }

  /** Adds files, as far as the limits allow, and says what was done. */
  async add(files: readonly File[], { as, isUnnamed = false, insert }: AddOptions = {}): Promise<void> {
    const unread: string[] = [];
    const read: NewFile[] = [];
    for (const file of as === undefined ? files : files.slice(0, 1)) {
      const own = safeName(file.name, file.type);
      const name = as !== undefined && kindOf(as) === kindOf(own) ? as : isUnnamed ? freeName(own, this.files) : own;
      try {
        read.push({ name, content: await contentOf(file, own) });
      } catch {
        unread.push(`${name} is not added: it cannot be read.`);
      }
    }
    const before = this.files;
    const { files: next, names, refused } = withAdded(before, read, this.options.limits, this.options.otherBytes());
    if (names.length > 0) this.change(next);
    const undo = names.length > 0 ? await insert?.(names) : undefined;
    const said = names.map((name) => `${name} ${Object.hasOwn(before, name) ? 'replaced' : 'added'}.`);
    this.say([...said, ...unread, ...refused].join(' '), names.length > 0 ? before : undefined, undo);
  }

  /** @param before the files that *Undo* restores. @param also what it undoes as well. */
  private say(text: string, before?: Files, also?: () => void): void {
    const undo = (): void => {
      if (before !== undefined) this.change(before);
      also?.();
      this.say('Undone.');
      this.notice.querySelector('button')?.focus();
    };
    fill(
      this.notice,
      h('span', {}, text),
      before !== undefined && button('Undo', undo, { class: 'quiet' }),
      button('Close', () => fill(this.notice), { class: 'quiet', 'aria-label': 'Close the message' }),
    );
  }

  contentOf(name: string): unknown {
    return this.files[name];
  }

  private change(files: Files): void {
    this.files = files;
    this.fillList();
    this.options.changed(files);
  }

  private fillList(): void {
    if (!this.isShown) return;
    const entries = Object.entries(this.files);
    fill(this.list, ...entries.map(([name, content]) => this.rowOf(name, content)));
    this.total.textContent = totalText(entries, this.options.limits);
  }

  private rowOf(name: string, content: unknown): HTMLElement {
    const size = h('span', { class: 'note' }, bytesText(sizeOf(content)));
    const action = (label: string, press: () => unknown): HTMLButtonElement =>
      button(label, press, { class: 'quiet', 'aria-label': `${label.replace('…', '')} ${name}` });
    return h(
      'li',
      { 'data-file': name },
      pictureOf(name, content, size),
      h('p', { class: 'file-name' }, h('code', {}, name), size),
      h(
        'div',
        { class: 'file-actions' },
        action('Insert', () => this.options.insert(name)),
        action('Replace…', () => this.pick(name)),
        action('Rename…', () => this.rename(name)),
        action('Remove', () => this.remove(name)),
      ),
    );
  }

  private async rename(name: string): Promise<void> {
    const input = h('input', { value: name, required: true, autocomplete: 'off', spellcheck: 'false' });
    const run = async (): Promise<void> => {
      const fault = nameFault(input.value.trim(), name, this.files);
      if (fault !== undefined) throw new Error(fault);
    };
    const hint = 'HTML, CSS, header and footer that use it get the new name.';
    if (!(await ask({ title: `Rename ${name}`, confirm: 'Rename', fields: [field('Name', input, hint)], run }))) return;
    const before = this.files;
    const next = input.value.trim();
    if (next === name || !Object.hasOwn(before, name)) return;
    const { files, uses: inSheets } = withRenamed(before, name, next);
    this.change(files);
    const { uses, undo } = this.options.renamed(name, next);
    const places = countText(uses + inSheets, 'place');
    this.say(`${name} is now ${next}${places && `, in ${places} that used it as well`}.`, before, undo);
    this.focusOn(next, 'Rename');
  }

  /** Moves the focus to a button of a file, whose row was made again. */
  private focusOn(name: string, label: string): void {
    this.list.querySelector<HTMLElement>(`[aria-label="${CSS.escape(`${label} ${name}`)}"]`)?.focus();
  }

  private remove(name: string): void {
    const before = this.files;
    this.change(Object.fromEntries(Object.entries(before).filter(([each]) => each !== name)));
    this.say(`${name} removed.`, before);
    this.notice.querySelector('button')?.focus();
  }
}

/** Returns an image with its size in pixels, or the ending of another file. */
function pictureOf(name: string, content: unknown, size: HTMLElement): HTMLElement {
  const isVariable = typeof content === 'string' && content.trimStart().startsWith('[[');
  if (isVariable) size.textContent = 'a saved variable';
  if (kindOf(name) !== 'image' || isVariable)
    return h('span', { class: 'file-picture', 'aria-hidden': 'true' }, /\.(\w+)$/.exec(name)?.[1] ?? '');
  const image = h('img', {
    ...{ class: 'file-picture', alt: '', draggable: 'false', src: imageUrl(name, content) },
    on: {
      load: () => size.append(` · ${image.naturalWidth} × ${image.naturalHeight} px`),
      error: () => size.append(' · cannot be read as an image'),
    },
  });
  return image;
}

function totalText(files: readonly (readonly [name: string, content: unknown])[], limits: FileLimits): string {
  const most = `A template with its files may have ${bytesText(limits.maxTemplateBytes)}, and ${limits.maxFiles} files.`;
  const sizes = files.map(([name, content]) => ({ name, size: sizeOf(content) }));
  const [largest] = [...sizes].sort((one, other) => other.size - one.size);
  if (largest === undefined) return most;
  const sum = bytesText(sizes.reduce((all, { size }) => all + size, 0));
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return `${count}, ${sum}. Largest: ${largest.name}, ${bytesText(largest.size)}. ${most}`;
}
