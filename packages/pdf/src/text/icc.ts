/** Colour profiles of images (ICC.1:2004-10, 7.2), which Chromium copies to PDFs unchecked (ISO 19005-2, 6.2.4.2). */
import { asDictionary, type Dictionary, isReference, type PdfObject, type PdfValue } from '../file/read.js';
import type { PdfEdit } from '../file/write.js';
import { decoded } from './streams.js';

const HEADER_BYTES = 128;
const MAX_VERSION = 4;
/** The allowed classes of profiles. */
const CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac']);
/** Colour spaces by the number of components: that of the profile, and the one that readers assume without a profile. */
const SPACES: Readonly<Record<string, { space: string; device: string }>> = {
  1: { space: 'GRAY', device: '/DeviceGray' },
  3: { space: 'RGB ', device: '/DeviceRGB' },
};

/** Removes invalid profiles. Readers show such images in the same way. */
export class PictureProfiles {
  private readonly seen = new Set<number>();

  constructor(private readonly edit: PdfEdit) {}

  /** @param drawings the XObjects of resources, by their names. */
  check(drawings: Dictionary): void {
    for (const drawing of drawings.values()) {
      if (!isReference(drawing) || this.seen.has(drawing.object)) continue;
      this.seen.add(drawing.object);
      const picture = this.edit.object(drawing);
      const space = this.spaceOf(picture);
      if (space !== undefined)
        this.edit.put(drawing, { ...picture, value: new Map(asDictionary(picture.value)).set('ColorSpace', space) });
    }
  }

  /** @returns the colour space that replaces the image's, or undefined. */
  private spaceOf({ value }: PdfObject): PdfValue | undefined {
    const entries = asDictionary(value);
    const space = entries.get('Subtype') === '/Image' ? this.edit.follow(entries.get('ColorSpace')) : undefined;
    if (!Array.isArray(space) || space[0] !== '/ICCBased' || !isReference(space[1])) return undefined;
    const profile = this.edit.object(space[1]);
    const usual = SPACES[String(asDictionary(profile.value).get('N'))];
    return usual && !isUsable(decoded(profile), usual.space) ? usual.device : undefined;
  }
}

function isUsable(profile: Buffer | undefined, space: string): boolean {
  if (profile === undefined || profile.length < HEADER_BYTES) return false;
  const word = (from: number): string => profile.toString('latin1', from, from + 4);
  return (profile[8] ?? 0) <= MAX_VERSION && CLASSES.has(word(12)) && word(16) === space && word(36) === 'acsp';
}
