/** Mustang, the validator of Factur-X, ZUGFeRD and XRechnung: schema, EN 16931's rules and those of the profile. */
import { fileURLToPath } from 'node:url';
import { type InvoiceVerdict, verdictsOf } from './invoice-verdict.js';
import { java } from './java.js';

const SOURCE = fileURLToPath(new URL('../../java/Mustang.java', import.meta.url));

/** Judges all files in one Java process. @param files paths of XML or PDF files. @returns a verdict for each, in order. */
export async function mustang(files: readonly string[]): Promise<InvoiceVerdict[]> {
  return files.length === 0 ? [] : verdictsOf(await java('mustang', [SOURCE, ...files]), files);
}
