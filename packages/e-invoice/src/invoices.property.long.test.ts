/**
 * Invoices from seeds. Both validators accept the valid invoices. Those with a fault are rejected for the rule that it breaks, which one of the judges
 * names, too. INVOICES and INVOICE_FAULTS set the number of each.
 */
import { E_INVOICE_PROFILES, type Invoice } from '@toolpress/contract';
import { areJudgesHere, type InvoiceVerdict, PHIVE } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { completed } from './complete.js';
import { FAULTS, type SeededFault } from './testing/faults.js';
import { invoiceOf } from './testing/invoices.js';
import { make, unchecked, verdictsOn } from './testing/official-examples.js';

const COUNT = Number(process.env['INVOICES'] ?? 12);
const FAULT_COUNT = Number(process.env['INVOICE_FAULTS'] ?? FAULTS.length);

/** Returns the first invoice after the seed in which the fault is possible, with the fault. */
function withFault(fault: SeededFault, seed: number): Invoice {
  for (let next = seed; next < seed + 3_000; next++) {
    const invoice = structuredClone(completed(invoiceOf(next, fault.profile ?? 'en16931')));
    if (fault.put(invoice)) return invoice;
  }
  throw new Error(`no invoice for ${fault.rule} at ${fault.field}`);
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
  /** The verdicts by name, from one Java process per judge, or undefined when the judges are not installed. */
  let verdicts: Map<string, InvoiceVerdict[]> | undefined;

  before(async function () {
    this.timeout(3_600_000);
    if (!(await areJudgesHere(...PHIVE))) return;
    const written = [
      ...valid.map(({ name, profile, invoice }) => ({ name, xml: make(profile, invoice).xml })),
      ...broken.map(({ name, fault, invoice }) => ({
        name,
        xml: unchecked(fault.profile ?? 'en16931', invoice, fault.syntax),
      })),
    ];
    const said = await verdictsOn(written.map(({ xml }) => xml));
    verdicts = new Map(written.map(({ name }, index) => [name, said[index] ?? []]));
  });

  it('are valid by Mustang and phive in every profile', function () {
    if (verdicts === undefined) this.skip();
    const wrong = valid.flatMap(({ name }) => {
      const [one, other] = verdicts?.get(name) ?? [];
      return one?.valid && other?.valid ? [] : [{ name, mustang: one?.errors, phive: other?.errors }];
    });
    expect(wrong).to.deep.equal([]);
  });

  it('with a fault are rejected for the broken rule, at its field', () => {
    for (const { fault, invoice } of broken) {
      const what = `${fault.rule} at ${fault.field}`;
      const refusal = refusalOf(() => make(fault.profile ?? 'en16931', invoice, fault.syntax));
      expect(refusal, what).to.have.property('code', 'e_invoice_invalid');
      const { message } = refusal as Error;
      const faults = message.split('`e_invoice.invoice.');
      const isNamed = faults.some((one) => one.startsWith(`${fault.field}\``) && one.includes(`(${fault.rule}).`));
      expect(isNamed, `${what}: ${message}`).to.equal(true);
    }
  });

  it('with a fault are rejected or warned about for the same rule by Mustang or phive', function () {
    if (verdicts === undefined) this.skip();
    const wrong = broken.flatMap(({ name, fault }) => {
      const rules = (verdicts?.get(name) ?? [])
        .flatMap(({ errors, notes }) => [...errors, ...notes])
        .map(({ rule }) => rule);
      return rules.includes(fault.judged ?? fault.rule) ? [] : [{ fault: fault.rule, field: fault.field, rules }];
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
