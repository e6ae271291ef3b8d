/** Mustang, the validator of Factur-X, ZUGFeRD and XRechnung: schema, EN 16931's rules and those of the profile. */
import { fileURLToPath } from 'node:url';
import { java } from './java.js';

const SOURCE = fileURLToPath(new URL('../../java/Mustang.java', import.meta.url));

export interface InvoiceVerdict {
  readonly file: string;
  readonly valid: boolean;
  readonly errors: readonly InvoiceMessage[];
  /** Warnings and notices: of no weight for `valid`. */
  readonly notes: readonly InvoiceMessage[];
}

interface InvoiceMessage {
  /** `BR-CO-10`; a number of Mustang's own when it is no rule: 18 is the schema. */
  readonly rule: string;
  readonly text: string;
}

/** @param files their paths, XML or PDF; one Java process reads all. @returns a verdict for each, in their order. */
export async function mustang(files: readonly string[]): Promise<InvoiceVerdict[]> {
  const verdicts: { file: string; valid: boolean; errors: InvoiceMessage[]; notes: InvoiceMessage[] }[] = [];
  if (files.length === 0) return verdicts;
  for (const line of (await java('mustang', [SOURCE, ...files])).trimEnd().split('\n')) {
    const [file = '', second = '', rule = '', text = ''] = line.split('\t');
    if (file !== '') verdicts.push({ file, valid: second === 'true', errors: [], notes: [] });
    else verdicts.at(-1)?.[/warning|notice/.test(second) ? 'notes' : 'errors'].push({ rule, text });
  }
  if (verdicts.length !== files.length) throw new Error(`Mustang read ${verdicts.length} of ${files.length} files`);
  return verdicts;
}
