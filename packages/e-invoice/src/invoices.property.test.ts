/**
 * Invoices from seeds: valid ones are valid by Mustang, those with a fault are refused for the rule that it breaks, and Mustang says so too.
 * INVOICES and INVOICE_FAULTS are how many of each.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { E_INVOICE_PROFILES, EInvoice, type EInvoiceProfile, type Invoice, validate } from '@toolpress/contract';
import { areJudgesHere, type InvoiceVerdict, mustang } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { ciiOf } from './cii.js';
import { completed } from './complete.js';
import { makeEInvoice } from './make.js';
import { PROFILES } from './profiles.js';
import { FAULTS, type SeededFault } from './testing/faults.js';
import { invoiceOf } from './testing/invoices.js';

const COUNT = Number(process.env['INVOICES'] ?? 42);
const FAULT_COUNT = Number(process.env['INVOICE_FAULTS'] ?? FAULTS.length);

const make = (profile: EInvoiceProfile, invoice: Invoice) =>
  makeEInvoice(validate(EInvoice, { profile, invoice }, 'e_invoice'));

/** The fault in the first invoice after the seed that has something to break. */
function withFault(fault: SeededFault, seed: number): Invoice {
  for (let next = seed; next < seed + 3_000; next++) {
    const invoice = structuredClone(completed(invoiceOf(next, fault.profile ?? 'en16931')));
    if (fault.put(invoice)) return invoice;
  }
  throw new Error(`no invoice for ${fault.rule} at ${fault.field}`);
}

/** What would have been written if nobody had looked. */
function unchecked({ profile = 'en16931' }: SeededFault, invoice: Invoice): string {
  const { guideline, level } = PROFILES[profile];
  return ciiOf(completed(invoice), { guideline, level, alwaysRate: profile === 'xrechnung' });
}

describe('Generated invoices', () => {
  const valid = Array.from({ length: COUNT }, (_, seed) => {
    const profile = E_INVOICE_PROFILES[seed % E_INVOICE_PROFILES.length] ?? 'en16931';
    return { name: `${seed}-${profile}`, profile, invoice: invoiceOf(seed, profile) };
  });
  const broken = Array.from({ length: FAULT_COUNT }, (_, index) => {
    const fault = FAULTS[index % FAULTS.length] as SeededFault;
    return { name: `fault-${index}`, fault, invoice: withFault(fault, 1_000 + 7 * index) };
  });
  const shown = broken.filter(({ fault }) => fault.mustang !== null);
  /** By name: one Java process judges all of them. Undefined where there is none. */
  let verdicts: Map<string, InvoiceVerdict> | undefined;

  before(async function () {
    this.timeout(3_600_000);
    if (!(await areJudgesHere('mustang'))) return;
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-invoices-'));
    try {
      const written = [
        ...valid.map(({ name, profile, invoice }) => ({ name, xml: make(profile, invoice).xml })),
        ...shown.map(({ name, fault, invoice }) => ({ name, xml: unchecked(fault, invoice) })),
      ];
      const files = written.map(({ name }) => join(folder, `${name}.xml`));
      for (const [index, { xml }] of written.entries()) await writeFile(files[index] ?? '', xml);
      const all = await mustang(files);
      verdicts = new Map(written.map(({ name }, index) => [name, all[index] as InvoiceVerdict]));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are valid by Mustang, of every profile', function () {
    if (verdicts === undefined) this.skip();
    const wrong = valid.flatMap(({ name }) => {
      const verdict = verdicts?.get(name);
      return verdict?.valid === true ? [] : [{ name, errors: verdict?.errors }];
    });
    expect(wrong).to.deep.equal([]);
  });

  it('with a fault are refused for the rule that it breaks, at its field', () => {
    for (const { fault, invoice } of broken) {
      const what = `${fault.rule} at ${fault.field}`;
      const refusal = refusalOf(() => make(fault.profile ?? 'en16931', invoice));
      expect(refusal, what).to.have.property('code', 'e_invoice_invalid');
      const { message } = refusal as Error;
      const faults = message.split('`e_invoice.invoice.');
      const isNamed = faults.some((one) => one.startsWith(`${fault.field}\``) && one.includes(`(${fault.rule}).`));
      expect(isNamed, `${what}: ${message}`).to.equal(true);
    }
  });

  it('with a fault are refused by Mustang for the same rule, where it looks', function () {
    if (verdicts === undefined) this.skip();
    const wrong = shown.flatMap(({ name, fault }) => {
      const rules = verdicts?.get(name)?.errors.map(({ rule }) => rule) ?? [];
      return rules.includes(fault.mustang ?? fault.rule) ? [] : [{ fault: fault.rule, field: fault.field, rules }];
    });
    expect(wrong).to.deep.equal([]);
  });
});

function refusalOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
