/** Chooses, adds, renames and deletes sets of sample data. */

import { NAME, type Sample } from '../draft/draft.js';
import { ask } from '../ui/dialogs.js';
import { button, field, fill, h } from '../ui/dom.js';

export class SampleActions {
  private current = '';
  private readonly choice = h('select', {
    'aria-label': 'Sample data',
    on: { change: () => this.changed([...this.samples], this.choice.value) },
  });
  private readonly remover = button('Delete', () => this.remove(), {
    class: 'quiet',
    'aria-label': 'Delete this sample data',
  });
  private readonly adder = button('Add', () => this.add(), { class: 'quiet', 'aria-label': 'Add sample data' });
  readonly element = h(
    'div',
    { class: 'samples' },
    this.choice,
    this.adder,
    button('Rename', () => this.rename(), { class: 'quiet', 'aria-label': 'Rename this sample data' }),
    this.remover,
  );

  /**
   * @param read returns all sets as they are now: their texts are edited elsewhere.
   * @param changed receives all sets, and the name of the one to show.
   */
  constructor(
    private readonly most: number,
    private readonly read: () => readonly Sample[],
    private readonly changed: (samples: Sample[], current: string) => void,
  ) {}

  private get samples(): readonly Sample[] {
    return this.read();
  }

  show(samples: readonly Sample[], current: string): void {
    this.current = current;
    fill(this.choice, ...samples.map(({ name }) => h('option', { value: name }, name)));
    this.choice.value = current;
    this.remover.disabled = samples.length < 2;
    this.adder.disabled = samples.length >= this.most;
  }

  private async add(): Promise<void> {
    const text = this.samples.find(({ name }) => name === this.current)?.text ?? '{}';
    const name = await this.askName('Add sample data', 'Add', 'It begins as a copy of this one.');
    if (name !== undefined) this.changed([...this.samples, { name, text }], name);
  }

  private async rename(): Promise<void> {
    const name = await this.askName('Rename sample data', 'Rename');
    if (name === undefined) return;
    this.changed(
      this.samples.map((sample) => (sample.name === this.current ? { ...sample, name } : sample)),
      name,
    );
  }

  private async remove(): Promise<void> {
    const isDone = await ask({ title: `Delete the data “${this.current}”?`, confirm: 'Delete', isDangerous: true });
    const rest = this.samples.filter(({ name }) => name !== this.current);
    if (isDone) this.changed(rest, rest[0]?.name ?? '');
  }

  private async askName(title: string, confirm: string, hint?: string): Promise<string | undefined> {
    const input = h('input', {
      required: true,
      pattern: NAME,
      maxlength: 64,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    const run = async (): Promise<void> => {
      if (this.samples.some(({ name }) => name === input.value)) throw new Error('This name is in use.');
    };
    return (await ask({ title, confirm, fields: [field('Name', input, hint)], run })) ? input.value : undefined;
  }
}
