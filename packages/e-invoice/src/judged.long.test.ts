/**
 * The official examples, and invoices from seeds of every profile and syntax. The judges accept what the service accepts, and name the rules
 * for which it rejects the others. `testing/judge-examples.ts` prints the same as a table.
 */
import type { EInvoiceProfile, EInvoiceSyntax } from '@toolpress/contract';
import { areJudgesHere, EXAMPLES, PHIVE } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { makeEInvoice } from './make.js';
import {
  examples,
  generated,
  isAgreed,
  type Judged,
  judged,
  make,
  rulesOf,
  verdictsOn,
} from './testing/official-examples.js';

const GENERATED = 45;

const SUM_RULE = /CO-1[0-7]$|-0[89]b?$|BR-1[2-5]$/;
const AMOUNT = /<(?:ram|cbc):\w*Amount(?: [^>]*)?>(-?[\d.]+)</g;
const NO_SUMS = /ChargeAmount|PriceAmount|BaseAmount/;

/** Returns the XML with one amount increased by 2. */
function withWrongAmount(xml: string, seed: number): string {
  const amounts = [...xml.matchAll(AMOUNT)].filter(([text]) => !NO_SUMS.test(text));
  const found = amounts[(seed * 7_919) % amounts.length];
  if (found === undefined) return xml;
  const { index, 0: text, 1: amount = '' } = found;
  const at = index + text.lastIndexOf('>') + 1;
  return `${xml.slice(0, at)}${(Number(amount) + 2.01).toFixed(2)}${xml.slice(at + amount.length)}`;
}

function refused(profile: EInvoiceProfile, syntax: EInvoiceSyntax, xml: string): { refusal?: string } {
  try {
    makeEInvoice({ profile, syntax, xml });
    return {};
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

describe('E-invoices', function () {
  this.timeout(3_600_000);
  let all: Judged[] = [];
  before(async function () {
    if (!(await areJudgesHere(...EXAMPLES, ...PHIVE))) this.skip();
    all = await judged([...(await examples()), ...generated(GENERATED)]);
  });

  it('are valid by Mustang and phive, or rejected for rules that one of them names', () => {
    const wrong = all.filter((example) => !isAgreed(example));
    const said = wrong.map(({ name, refusal, verdicts }) => ({
      name,
      refusal,
      errors: verdicts.map(({ errors }) => errors),
    }));
    expect(said).to.deep.equal([]);
    expect(all.length).to.be.above(200);
    expect(all.filter(({ refusal }) => refusal === undefined).length).to.be.above(all.length * 0.9);
  });

  it('with a wrong amount in a caller’s XML are rejected for a rule that the judges name, or accepted by both', async () => {
    const wrong = generated(GENERATED).flatMap((example, seed) => {
      const { name, profile, syntax, invoice, refusal } = example;
      // The judges check no sums in MINIMUM, and none of the VAT categories of the Canary Islands and of Ceuta.
      if (refusal !== undefined || profile === 'minimum') return [];
      const xml = withWrongAmount(make(profile, invoice, syntax).xml, seed);
      return /[>]([LM])<\/\w+:(?:ID|CategoryCode)>/.test(xml)
        ? []
        : [{ name, xml, rules: rulesOf(refused(profile, syntax, xml)) }];
    });
    const verdicts = await verdictsOn(wrong.map(({ xml }) => xml));
    const odd = wrong.filter(({ rules }, index) => {
      const named = new Set((verdicts[index] ?? []).flatMap(({ errors }) => errors.map(({ rule }) => rule)));
      return rules.length === 0
        ? [...named].some((rule) => SUM_RULE.test(rule))
        : !rules.some((rule) => named.has(rule));
    });
    expect(odd.map(({ name, rules }) => ({ name, rules }))).to.deep.equal([]);
    expect(wrong.filter(({ rules }) => rules.length > 0).length).to.be.above(wrong.length / 2);
  });
});
