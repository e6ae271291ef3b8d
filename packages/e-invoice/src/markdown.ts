/** The fields of an invoice as `docs/tools/e-invoices.md` lists them. */
import { Invoice } from '@toolpress/contract';

const BEGIN = '<!-- Fields: written from the schema; a test fails when they are out of date. -->';
const END = '<!-- End of fields. -->';

/** @param page `docs/tools/e-invoices.md` as it is. @returns the page with the fields that there are. */
export function withTerms(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const rows = rowsOf(Invoice.describe() as Described, '');
  return `${before}${BEGIN}\n\n| Field | Term | Meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${END}${after}`;
}

/** What is read here of a joi description. */
interface Described {
  flags?: { description?: string };
  keys?: Record<string, Described>;
  items?: Described[];
  rules?: { name: string; args?: { limit?: number } }[];
  examples?: unknown[];
}

function rowsOf({ keys = {} }: Described, at: string): string[] {
  return Object.entries(keys).flatMap(([name, described]) => {
    const item = described.items?.[0];
    const path = `${at}${name}${item ? '[]' : ''}`;
    return [row(path, described), ...rowsOf(item ?? described, `${path}.`)];
  });
}

function row(path: string, { flags, examples }: Described): string {
  const [, term = '', meaning = ''] = /^(B[GT]-[\dX-]+): (.*)$/s.exec(flags?.description ?? '') ?? [];
  const example = examples?.[0] === undefined ? '' : ` Such as \`${JSON.stringify(examples[0])}\`.`;
  return `| \`${path}\` | ${term} | ${`${meaning}${example}`.replaceAll('|', '\\|')} |`;
}
