/** The verdict of a judge of e-invoices, and its form in the output of the Java programs. */

export interface InvoiceVerdict {
  readonly file: string;
  readonly valid: boolean;
  readonly errors: readonly InvoiceMessage[];
  /** Warnings and notices, which do not affect `valid`. */
  readonly notes: readonly InvoiceMessage[];
}

interface InvoiceMessage {
  /** A rule such as `BR-CO-10`; `schema`, or a number of Mustang (18 is the schema), for other faults. */
  readonly rule: string;
  readonly text: string;
}

type Filled = InvoiceVerdict & { errors: InvoiceMessage[]; notes: InvoiceMessage[] };

/** Parses the output of a program: a verdict for each file, in the order of the files. */
export function verdictsOf(output: string, files: readonly string[]): InvoiceVerdict[] {
  const verdicts: Filled[] = [];
  for (const line of output.trimEnd().split('\n')) {
    const [file = '', second = '', rule = '', text = ''] = line.split('\t');
    if (file !== '') verdicts.push({ file, valid: second === 'true', errors: [], notes: [] });
    else verdicts.at(-1)?.[/warning|notice/.test(second) ? 'notes' : 'errors'].push({ rule, text });
  }
  const byFile = new Map(verdicts.map((verdict) => [verdict.file, verdict]));
  return files.map((file) => {
    const verdict = byFile.get(file);
    if (verdict === undefined) throw new Error(`the judge did not read ${file}`);
    return verdict;
  });
}
