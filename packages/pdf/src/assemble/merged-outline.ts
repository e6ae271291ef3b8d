/** The outline of a merged PDF: an entry for each row, with the row's own outline below it (ISO 32000-1, 12.3.3). */
import { type ObjectWriter, runAsync } from '../file/pack.js';
import { asDictionary, type Dictionary, isReference, type PdfValue } from '../file/read.js';
import { written } from '../file/write.js';
import type { RowCopy } from './row-copy.js';

const LINKS = ['Parent', 'Prev', 'Next', 'First', 'Last'] as const;
/** The limit of a row's entries. The service writes far fewer. */
const MAX_ENTRIES = 100_000;

interface Entry {
  object: number;
  /** All lines but the link to the next entry. */
  lines: string[];
}

export class MergedOutline {
  private readonly root: number;
  private first = 0;
  private count = 0;
  /** The last entry. It is written when the next one is known. */
  private last: Entry | undefined;

  constructor(private readonly output: ObjectWriter) {
    this.root = output.reserve();
  }

  /** @param title a string as it is written. @param place the row's first page in the output. */
  async add(title: string, place: { page: number; top: number }, row: RowCopy): Promise<void> {
    const object = this.output.reserve();
    const below = await this.addBelow(object, row);
    const lines = [
      `/Title ${title}`,
      `/Parent ${this.root} 0 R`,
      `/Dest [${place.page} 0 R /XYZ null ${place.top} null]`,
      ...(this.last ? [`/Prev ${this.last.object} 0 R`] : []),
      ...below,
    ];
    await this.writeLast(object);
    this.last = { object, lines };
    this.first ||= object;
    this.count += 1;
  }

  /** @returns the number of the outline. */
  async end(): Promise<number> {
    const last = this.last?.object;
    await this.writeLast();
    const ends = last === undefined ? '' : `\n/First ${this.first} 0 R\n/Last ${last} 0 R`;
    await runAsync(this.output.write(this.root, `<</Type /Outlines\n/Count ${this.count}${ends}>>`));
    return this.root;
  }

  private async writeLast(next?: number): Promise<void> {
    if (this.last === undefined) return;
    const { object, lines } = this.last;
    const text = `<<${[...lines, ...(next ? [`/Next ${next} 0 R`] : [])].join('\n')}>>`;
    await runAsync(this.output.write(object, text));
  }

  /** Copies the outline of a row. It is shown when a reader opens the row's entry. @returns lines of that entry. */
  private async addBelow(parent: number, row: RowCopy): Promise<string[]> {
    const { file } = row;
    const root = file.catalog.get('Outlines');
    const outline = file.follow(root);
    if (!isReference(root) || !(outline instanceof Map) || !isReference(outline.get('First'))) return [];
    const entries = entriesBelow(outline, row);
    const numbers = new Map([[root.object, parent]]);
    for (const object of entries.keys()) numbers.set(object, this.output.reserve());
    const of = (value: PdfValue | undefined): number | undefined =>
      isReference(value) ? numbers.get(value.object) : undefined;
    for (const [object, entry] of entries) {
      const links = LINKS.flatMap((name) => of(entry.get(name)) ?? []).length;
      if (links !== LINKS.filter((name) => entry.has(name)).length) throw new Error('the outline of a row is invalid');
      entry.delete('SE'); // refers to a tag
      if (entry.has('Dest')) entry.set('Dest', row.place(entry.get('Dest')));
      await runAsync(this.output.write(numbers.get(object) ?? 0, await row.copied(written(entry), numbers)));
    }
    const shown = Math.abs(Number(outline.get('Count')) || entries.size);
    return [`/First ${of(outline.get('First'))} 0 R`, `/Last ${of(outline.get('Last'))} 0 R`, `/Count -${shown}`];
  }
}

/** @returns the entries in their order, by their numbers. */
function entriesBelow(outline: Dictionary, { file }: RowCopy): Map<number, Dictionary> {
  const found = new Map<number, Dictionary>();
  const waiting = [outline.get('First')];
  for (let next = waiting.pop(); isReference(next); next = waiting.pop()) {
    if (found.has(next.object)) continue;
    const entry = new Map(asDictionary(file.follow(next)));
    found.set(next.object, entry);
    if (found.size > MAX_ENTRIES) throw new Error('the outline of a row has too many entries');
    for (const link of [entry.get('Next'), entry.get('First')]) if (link !== undefined) waiting.push(link);
  }
  return found;
}
