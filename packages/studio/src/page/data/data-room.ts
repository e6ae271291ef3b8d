/** The tab of sample data: as a form or as JSON, variants by one press, and a record of a connected server. */
import { jsonFaults } from '@toolpress/contract/json-faults';
import type { Sample } from '../draft/draft.js';
import { valueAt } from '../editor/completion.js';
import type { Place } from '../service/api.js';
import { openDialog } from '../ui/dialogs.js';
import { button, fill, h, messageOf } from '../ui/dom.js';
import { DataForm } from './data-form.js';
import type { TextChange } from './json-tree.js';
import { askRecord, RECORD_TITLE } from './record-dialog.js';
import { VARIANTS, type Variant, variantOf } from './variants.js';

export interface DataTarget {
  /** Returns all sets, and the one that is shown. */
  samples(): { all: readonly Sample[]; current: Sample };
  /** Changes the text of the shown set. */
  change(change: TextChange): void;
  /** Adds a set, or replaces that of its name, and shows it. */
  put(sample: Sample): void;
  choose(name: string): void;
  /** Shows the JSON, with the cursor at a place if there is one. */
  showJson(place?: Place): void;
  /** Shows the form. */
  showForm(): void;
}

export class DataRoom {
  private isForm = false;
  /** The sets that variants were made of, by the names of these. */
  private readonly origins = new Map<string, string>();
  private readonly formButton = button('Form', () => this.setMode(true));
  private readonly jsonButton = button('JSON', () => this.setMode(false));
  private readonly variants = VARIANTS.map((variant) => ({
    variant,
    element: button(variant.label, () => this.toggle(variant), { class: 'quiet' }),
  }));
  private readonly fault = h('p', { class: 'problem', role: 'alert', hidden: true });
  private readonly form: DataForm;
  readonly bar: HTMLElement;
  readonly element: HTMLElement;

  constructor(
    private readonly most: number,
    private readonly target: DataTarget,
  ) {
    this.form = new DataForm({
      text: () => target.samples().current.text,
      change: (change) => target.change(change),
      itemFor: (path) => this.itemFor(path),
    });
    this.bar = h(
      'div',
      { class: 'data-bar' },
      h('div', { class: 'modes', role: 'group', 'aria-label': 'Show the data as' }, this.formButton, this.jsonButton),
      h(
        'div',
        { class: 'variants', role: 'group', 'aria-label': 'Try the template with' },
        ...this.variants.map(({ element }) => element),
      ),
      button('From a record…', () => this.addRecord(), { class: 'quiet' }),
    );
    this.element = h('div', { class: 'data-room' }, this.fault, this.form.element);
  }

  /** Shows the current set, if the tab is open. @returns whether the form is shown instead of the text. */
  show(isOpen: boolean): boolean {
    this.bar.hidden = !isOpen;
    this.element.hidden = !(isOpen && this.isForm);
    if (!isOpen) return false;
    this.formButton.setAttribute('aria-pressed', String(this.isForm));
    this.jsonButton.setAttribute('aria-pressed', String(!this.isForm));
    const { all, current } = this.target.samples();
    for (const { variant, element } of this.variants) {
      element.setAttribute('aria-pressed', String(current.name === variant.name));
      element.disabled = all.length >= this.most && !all.some(({ name }) => name === variant.name);
    }
    if (this.isForm) this.showForm(current.text);
    return this.isForm;
  }

  /** Moves the focus to the first field. */
  focus(): void {
    this.element.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }

  /** Shows the text, such as for a problem in it. */
  leaveForm(): void {
    this.isForm = false;
  }

  private setMode(isForm: boolean): void {
    this.isForm = isForm;
    if (isForm) this.target.showForm();
    else this.target.showJson();
  }

  private showForm(text: string): void {
    this.fault.hidden = true;
    try {
      this.form.show();
    } catch (error) {
      this.showFault(error as Error, text);
    }
  }

  private showFault({ message }: Error, text: string): void {
    const [{ fault = message, line = 1, column = 1 } = {}] = jsonFaults(text, { keepsNumbers: true });
    const go = (): void => {
      this.isForm = false;
      this.target.showJson({ line, column });
    };
    fill(this.form.element);
    const said = messageOf(`The data ${fault}, at line ${line}, column ${column}. `);
    fill(this.fault, ...said, button('Mend it', go));
    this.fault.hidden = false;
  }

  /** Shows a variant of the current set, which is made if there is none; or the set that it was made of. */
  private toggle(variant: Variant): void {
    const { all, current } = this.target.samples();
    const isVariant = VARIANTS.some(({ name }) => name === current.name);
    const others = all.filter(({ name }) => !VARIANTS.some((each) => each.name === name));
    const origin = isVariant
      ? (others.find(({ name }) => name === this.origins.get(current.name)) ?? others[0])
      : current;
    if (current.name === variant.name) {
      if (origin !== undefined) this.target.choose(origin.name);
      return;
    }
    if (origin !== undefined) this.origins.set(variant.name, origin.name);
    if (all.some(({ name }) => name === variant.name)) {
      this.target.choose(variant.name);
      return;
    }
    const { name, text } = origin ?? current;
    try {
      this.target.put({ name: variant.name, text: variantOf(variant, text) });
    } catch {
      this.isForm = true;
      this.target.choose(name); // The form says where it is invalid.
    }
  }

  /** Returns an item for a list without items: the first one of the same list in another set. */
  private itemFor(path: readonly (string | number)[]): string {
    for (const { text } of this.target.samples().all) {
      try {
        const list = valueAt(JSON.parse(text), path.join('.'));
        if (Array.isArray(list) && list.length > 0) return JSON.stringify(list[0]);
      } catch {
        // Another set may be invalid while it is written.
      }
    }
    return '""';
  }

  private async addRecord(): Promise<void> {
    const { all, current } = this.target.samples();
    const names = all.length >= this.most ? all.map(({ name }) => name) : undefined;
    try {
      const sample = await askRecord(current, names);
      if (sample !== undefined) this.target.put(sample);
    } catch (error) {
      openDialog({ title: RECORD_TITLE }, h('p', {}, ...messageOf((error as Error).message)));
    }
  }
}
