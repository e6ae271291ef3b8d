/** What a judge of e-invoices says, and how our Java programs write it. */

export interface InvoiceVerdict {
  readonly file: string;
  readonly valid: boolean;
  readonly errors: readonly InvoiceMessage[];
  /** Warnings and notices: of no weight for `valid`. */
  readonly notes: readonly InvoiceMessage[];
}

interface InvoiceMessage {
  /** `BR-CO-10`; `schema`, or a number of Mustang's own (18 is the schema), when it is no rule. */
  readonly rule: string;
  readonly text: string;
}

type Filled = InvoiceVerdict & { errors: InvoiceMessage[]; notes: InvoiceMessage[] };

/** Returns what a program wrote as a verdict for each file, in the order of the files. */
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
