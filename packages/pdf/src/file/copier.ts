/** Copies values from one PDF to another. */
import { isReference, type PdfObject, type PdfValue, type Reference } from './read.js';
import type { PdfEdit } from './write.js';

/** The file to copy from. */
export interface ObjectSource {
  object(reference: Reference): PdfObject;
}

/** Copies values with everything that they refer to. Each object is copied once. */
export class Copier {
  private readonly copies = new Map<number, Reference>();

  constructor(
    private readonly source: ObjectSource,
    private readonly target: PdfEdit,
  ) {}

  /** @returns the value with references to the target's objects. */
  copy(value: PdfValue): PdfValue {
    const found: Reference[] = [];
    const copied = this.renumbered(value, found);
    // A loop, not a recursion: chains of references can have any length.
    for (let next = found.pop(); next !== undefined; next = found.pop()) {
      const { value: inside, stream } = this.source.object(next);
      this.target.put(this.copies.get(next.object) as Reference, {
        value: this.renumbered(inside, found),
        ...(stream && { stream }),
      });
    }
    return copied;
  }

  /** @param found receives the objects that are referred to for the first time. */
  private renumbered(value: PdfValue, found: Reference[]): PdfValue {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map((item) => this.renumbered(item, found));
    if (!isReference(value)) return new Map([...value].map(([key, entry]) => [key, this.renumbered(entry, found)]));
    const known = this.copies.get(value.object);
    if (known !== undefined) return known;
    const copy = this.target.reserve();
    this.copies.set(value.object, copy);
    found.push(value);
    return copy;
  }
}
