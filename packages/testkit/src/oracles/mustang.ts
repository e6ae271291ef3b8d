/** Mustang, the validator of Factur-X, ZUGFeRD and XRechnung: schema, EN 16931's rules and those of the profile. */
import { fileURLToPath } from 'node:url';
import { type InvoiceVerdict, verdictsOf } from './invoice-verdict.js';
import { java } from './java.js';

const SOURCE = fileURLToPath(new URL('../../java/Mustang.java', import.meta.url));

/** @param files their paths, XML or PDF; one Java process reads all. @returns a verdict for each, in their order. */
export async function mustang(files: readonly string[]): Promise<InvoiceVerdict[]> {
  return files.length === 0 ? [] : verdictsOf(await java('mustang', [SOURCE, ...files]), files);
}
