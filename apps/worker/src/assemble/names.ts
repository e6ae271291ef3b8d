/** Names of files in an archive: of all systems that may unpack it. */

/** What Windows takes in no name; separators are no part of stored names. */
const FORBIDDEN = /[<>:"|?*/\\]/g;
/** What Windows leaves out at the end of a name, or takes for a device. */
const TRAILING = /[. ]+(?=\.[^.]*$|$)/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const DIGITS = 5;

/** Gives each name once, in whatever case. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  /** @param filename as the store knows it, if it does. @param row from 1. @param ending of a name that the row has to be given. */
  next(filename: string | undefined, row: number, ending: string): string {
    const number = String(row).padStart(DIGITS, '0');
    const name = safe(filename ?? '') || `document-${number}.${ending}`;
    const unique = this.isNew(name) ? name : name.replace(/(?=\.[^.]*$|$)/, `-${number}`);
    this.taken.add(folded(unique));
    return unique;
  }

  private isNew(name: string): boolean {
    return !this.taken.has(folded(name));
  }
}

const safe = (name: string): string => name.replace(FORBIDDEN, '_').replace(TRAILING, '').replace(DEVICE, '_$&');

/** File systems may ignore case and spellings of accents. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
