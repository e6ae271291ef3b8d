/** The template as it is written: its texts, and which sample data the pages show. */
import type { EditorText } from '../editor/editor-state.js';
import { textsOf } from '../editor/texts.js';
import type { Part } from '../problems/problems.js';
import { type Draft, draftOf, ReadData, type Sample } from './draft.js';

export class Written {
  draft: Draft = draftOf({ content: '' });
  /** The name of the sample data that the pages show. */
  sample = '';
  private readonly readData = new ReadData();

  /** Shows another template. */
  open(draft: Draft): void {
    this.draft = draft;
    this.sample = draft.samples[0]?.name ?? '';
  }

  /** Takes other texts of the same template. */
  replace(draft: Draft): void {
    this.draft = draft;
    if (!draft.samples.some(({ name }) => name === this.sample)) this.sample = draft.samples[0]?.name ?? '';
  }

  change(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
  }

  /** Takes a text of the editor. @param id as in `textsOf` */
  edit(id: string, text: string): void {
    const name = id.slice('data:'.length);
    const samples = this.draft.samples.map((sample) => (sample.name === name ? { name, text } : sample));
    this.change(id === 'html' || id === 'css' ? { [id]: text } : { samples });
  }

  /** Returns the data of the pages; an empty object while it is not valid JSON. */
  data(): Record<string, unknown> {
    return this.readData.of(this.draft, this.sample);
  }

  currentSample(): Sample {
    return this.draft.samples.find(({ name }) => name === this.sample) ?? { name: this.sample, text: '{}' };
  }

  /** Returns a text for the editor. */
  textOf(tab: 'html' | 'css' | 'data'): EditorText {
    const id = tab === 'data' ? `data:${this.sample}` : tab;
    return (
      textsOf(this.draft).find((each) => each.id === id) ?? { id, text: '{}', language: 'json', label: 'Data as JSON' }
    );
  }

  /** Returns the text of a part; undefined if it is not shown as text. */
  sourceOf(part: Part): string | undefined {
    if (part === 'html' || part === 'css') return this.draft[part];
    return this.draft.samples.find(({ name }) => part === `data:${name}`)?.text;
  }
}
