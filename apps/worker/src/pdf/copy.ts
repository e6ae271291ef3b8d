/** Takes objects of one PDF over into another. */
import { isReference, type PdfFile } from './file.js';
import type { PdfUpdate } from './update.js';
import type { PdfValue, Reference } from './values.js';

/** Copies what a value refers to as well, each object once however often it is referred to. */
export class Copier {
  private readonly copies = new Map<number, Reference>();

  constructor(
    private readonly source: PdfFile,
    private readonly target: PdfUpdate,
  ) {}

  /** @returns the value, its references changed to those of the target. */
  copy(value: PdfValue): PdfValue {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map((item) => this.copy(item));
    if (isReference(value)) return this.copyObject(value);
    return new Map([...value].map(([key, entry]) => [key, this.copy(entry)]));
  }

  private copyObject(reference: Reference): Reference {
    const known = this.copies.get(reference.object);
    if (known !== undefined) return known;
    const copy = this.target.reserve();
    this.copies.set(reference.object, copy); // before its content, which may refer to it
    const { value, stream } = this.source.object(reference);
    this.target.put(copy, { value: this.copy(value), ...(stream === undefined ? {} : { stream }) });
    return copy;
  }
}
