/** Asks what to insert, and its particulars. */
import { ask, openDialog } from '../ui/dialogs.js';
import { button, h } from '../ui/dom.js';
import { ENTRIES } from './entries.js';
import type { Insertion, Surroundings } from './insertion.js';
import { askMargins, type Margins } from './margins.js';

export interface InsertTarget {
  /** Returns what the pieces are made of. */
  around(): Surroundings;
  insert(insertion: Insertion): void;
  /** Returns the HTML of header and footer; undefined if they differ by the kind of page. */
  margins(): Margins | undefined;
  setMargins(margins: Margins): void;
}

interface Choice {
  name: string;
  about: string;
  /** Why it cannot be chosen. */
  lacks: string | undefined;
  choose(): Promise<void>;
}

/** Shows the pieces. One with particulars asks for them; then it is inserted. */
export function showInsert(target: InsertTarget): void {
  const around = target.around();
  const choices = ENTRIES.map(({ name, about, missing, form }): Choice => {
    const choose = async (): Promise<void> => {
      const { fields, insertion } = form(around);
      if (fields.length > 0 && !(await ask({ title: name, confirm: 'Insert', fields }))) return;
      target.insert(insertion());
    };
    return { name, about, lacks: missing?.(around), choose };
  });
  const pieces = [...choices, marginsChoice(target, around)].map((each) => pieceOf(each, () => close()));
  const list = h('ul', { class: 'pieces' }, ...pieces);
  const { close } = openDialog({ title: 'Insert' }, list);
  list.querySelector<HTMLElement>('button:enabled')?.focus();
}

function marginsChoice(target: InsertTarget, { html }: Surroundings): Choice {
  const current = target.margins();
  return {
    name: 'Header and footer',
    about: 'On each page, with page numbers. They are in the options.',
    lacks: current === undefined ? 'They differ by the kind of page: change them in the other options.' : undefined,
    async choose() {
      const margins = await askMargins(html, current ?? { header: '', footer: '' });
      if (margins !== undefined) target.setMargins(margins);
    },
  };
}

function pieceOf({ name, about, lacks, choose }: Choice, close: () => void): HTMLElement {
  const id = `piece-${name.toLowerCase().replaceAll(' ', '-')}`;
  const press = (): void => {
    close();
    void choose();
  };
  return h(
    'li',
    {},
    button(name, press, { disabled: lacks !== undefined, 'aria-describedby': id }),
    h('p', { class: 'note', id }, lacks ?? about),
  );
}
