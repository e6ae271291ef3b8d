/** File names in an archive that are valid on all systems. */
import { nameOfRow, rowNumber } from '@toolpress/contract';

/** Characters that Windows does not allow, and separators. */
const FORBIDDEN = /[<>:"|?*/\\]/g;
/** Characters that Windows removes at the end of a name. */
const TRAILING = /(?<![. ])[. ]+(?=\.[^.]*$|$)/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Makes names unique, ignoring case. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  /** Returns the name for a row's file. @param filename in the store, if any. @param row from 1. @param ending of a generated name. */
  next(filename: string | undefined, row: number, ending: string): string {
    const name = safe(filename ?? '') || `document-${rowNumber(row)}.${ending}`;
    let unique = name;
    for (let attempt = 1; !this.isNew(unique); attempt++) unique = nameOfRow(name, row, attempt);
    this.taken.add(folded(unique));
    return unique;
  }

  private isNew(name: string): boolean {
    return !this.taken.has(folded(name));
  }
}

const safe = (name: string): string => name.replace(FORBIDDEN, '_').replace(TRAILING, '').replace(DEVICE, '_$&');

/** Folds case and accents, which file systems may ignore. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
