/** Compares font files of a document with the service's fonts of the same names, which are printed instead. */
import { type DocumentFiles, identityOf, isStandIn, printedFamily, type ReplacedFont } from '@toolpress/document';
import { tablesOf } from '@toolpress/document/font-tables';
import type { InstalledFonts } from './installed-fonts.js';

/** The largest number of files to compare. The largest take some 30 ms each. */
const MAX_COMPARED = 20;
/** The size limit of a file in bytes. A font with every Chinese character has some 10 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Returns the conditions that make the `Finding`s of such fonts matter. Files that are no fonts, and fonts that this machine does not have,
 * are ignored.
 *
 * @param isOwn returns whether a family is one of the account's own.
 */
export async function replacedFonts(
  fonts: readonly ReplacedFont[],
  files: DocumentFiles,
  installed: Pick<InstalledFonts, 'revisionsOf'>,
  isOwn: (family: string) => boolean,
): Promise<string[]> {
  const conditions: string[] = [];
  let compared = 0;
  for (const { family, address, files: urls } of fonts.filter((font) => !isOwn(font.family))) {
    const printed = printedFamily(family);
    const revisions = await installed.revisionsOf(printed);
    if (revisions === undefined) continue;
    // A substitute is another font, in any revision.
    const names = isStandIn(family) ? [printed] : [family, printed];
    for (const url of urls) {
      if (compared++ >= MAX_COMPARED) return conditions;
      const bytes = bytesOf(url, files);
      if (bytes === undefined || isSame(bytes, names, revisions)) continue;
      conditions.push(address);
      break;
    }
  }
  return conditions;
}

function bytesOf(url: string, files: DocumentFiles): Buffer | undefined {
  const base64 = url.startsWith('data:') ? DATA.exec(url)?.[1] : undefined;
  const content = url.startsWith('data:') ? base64 && { base64 } : files.get(url)?.content;
  if (!content || typeof content === 'string' || content.base64.length > MAX_BYTES * 1.4) return undefined;
  return Buffer.from(content.base64, 'base64');
}

const DATA = /^data:[^,]{0,200};base64,(.*)$/is;

function isSame(bytes: Buffer, names: readonly string[], revisions: ReadonlySet<number>): boolean {
  const identity = identityIn(bytes);
  if (identity === undefined) return true;
  const { families, revision } = identity;
  // `Inter Medium` is of the family Inter. Subsets may have lost their names.
  const isOfFamily = names.some((name) => families.some((one) => one.startsWith(name.toLowerCase())));
  return (families.length === 0 || isOfFamily) && revisions.has(revision);
}

function identityIn(bytes: Buffer): ReturnType<typeof identityOf> {
  try {
    const { tables } = tablesOf(bytes);
    return identityOf(tables.get('head') ?? Buffer.of(), tables.get('name'));
  } catch {
    return undefined; // not a font
  }
}
