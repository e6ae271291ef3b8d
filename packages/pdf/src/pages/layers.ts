/** Draws over and under the pages of a printed PDF. */
import type { PdfValue, Reference } from '../file/read.js';
import { asDictionary, type Dictionary } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';

/** A drawing on a page. It is an artifact, which screen readers skip. */
export interface Layer {
  place: 'over' | 'under';
  /** A form XObject. */
  form: Reference;
  /** The matrix from the form's coordinates to the page's: six numbers, as for `cm`. */
  matrix?: string;
}

/** A name that Skia does not use for resources. */
const NAME = 'Toolpress';

export class Layers {
  /** The streams by their operators. Most pages share them. */
  private readonly streams = new Map<string, Reference>();

  constructor(private readonly edit: PdfEdit) {}

  /**
   * @param page keeps its content and structure.
   * @param layers in drawing order.
   * @returns the page with the layers.
   */
  addTo(page: Dictionary, layers: readonly Layer[]): Dictionary {
    if (layers.length === 0) return page;
    const drawn = layers.map((layer, index) => ({ ...layer, name: `${NAME}${index}` }));
    const drawing = (at: Layer['place']): string =>
      drawn
        .filter(({ place }) => place === at)
        .map(({ name, matrix }) => `/Artifact BMC\nq\n${matrix ? `${matrix} cm\n` : ''}/${name} Do\nQ\nEMC\n`)
        .join('');
    const [under, over] = [drawing('under'), drawing('over')];
    const resources = new Map(asDictionary(this.edit.follow(page.get('Resources')) ?? new Map()));
    const drawings = new Map(asDictionary(this.edit.follow(resources.get('XObject')) ?? new Map()));
    for (const { name, form } of drawn) drawings.set(name, form);
    // The page's content may change the coordinate system: restore it.
    const contents = over === '' ? contentsOf(page) : [this.stream('q\n'), ...contentsOf(page)];
    return new Map(page)
      .set('Resources', resources.set('XObject', drawings))
      .set('Contents', [
        ...(under === '' ? [] : [this.stream(under)]),
        ...contents,
        ...(over === '' ? [] : [this.stream(`\nQ\n${over}`)]),
      ]);
  }

  private stream(operators: string): Reference {
    const known = this.streams.get(operators);
    if (known !== undefined) return known;
    const stream = this.edit.addStream(operators);
    this.streams.set(operators, stream);
    return stream;
  }
}

const contentsOf = (page: Dictionary): PdfValue[] => {
  const contents = page.get('Contents');
  return contents === undefined ? [] : Array.isArray(contents) ? contents : [contents];
};
