/** What becomes of the 156 official examples of e-invoices when their data is sent as JSON. JUDGE_EXAMPLES=true asks the judges, too: a minute. */
import { areJudgesHere, EXAMPLES, PHIVE } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { type Example, examples, judgedExamples } from './testing/official-examples.js';

/** Those that are no valid ZUGFeRD or XRechnung, and the rules that they break. */
const REFUSED = {
  'en16931/cii/CII-BR-CO-10-RoundingIssue.xml': ['BR-FX-EN-04'],
  'en16931/cii/CII_business_example_02.xml': ['BR-FX-EN-04'],
  'en16931/cii/XRechnung-O.xml': ['BR-FX-EN-04'],
  'en16931/cii/huf_example_cii.xml': ['BR-FX-EN-04'],
  // Split payment, which Italy has.
  'en16931/ubl/FT G2G_TD01 con Allegato, Bonifico e Split Payment.xml': ['BR-CL-18'],
  'en16931/ubl/ubl-tc434-creditnote1.xml': ['BR-CO-25'],
  // XRechnung's extension has codes and payments that XRechnung has not.
  'xrechnung/cii-ext/04.05a-INVOICE_uncefact.xml': ['BR-CL-10', 'BR-CL-21'],
  'xrechnung/ubl-inv-ext/05.01a-INVOICE_ubl.xml': ['BR-CO-16'],
};

/** What the judges call a rule where they have another name for it. */
const NAMES: Readonly<Record<string, string>> = { 'BR-CL-18': 'FX-SCH-A-000179' };

const rulesOf = ({ refusal = '' }: Example): string[] => [
  ...new Set([...refusal.matchAll(/ \(([A-Z0-9-]+)\)\./gi)].map(([, rule = '']) => rule)),
];

describe('The official examples of EN 16931, XRechnung and ZUGFeRD', () => {
  let all: Example[] = [];
  before(async function () {
    if (!(await areJudgesHere(...EXAMPLES))) this.skip();
    all = await examples();
  });

  it('are accepted as JSON, but for those that break a rule of their profile', () => {
    const refused = all.filter(({ refusal }) => refusal !== undefined);
    expect(Object.fromEntries(refused.map((example) => [example.name, rulesOf(example).sort()]))).to.deep.equal(
      REFUSED,
    );
    expect(all).to.have.length(156);
  });

  if (process.env['JUDGE_EXAMPLES'] === 'true')
    it('are valid by Mustang and phive when they are accepted, and break the same rules there when they are refused', async function () {
      if (!(await areJudgesHere(...PHIVE))) this.skip();
      const wrong = (await judgedExamples()).filter((example) => {
        const broken = new Set(example.verdicts.flatMap(({ errors }) => errors.map(({ rule }) => rule)));
        if (example.refusal === undefined) return broken.size > 0;
        return rulesOf(example).some((rule) => !broken.has(NAMES[rule] ?? rule));
      });
      expect(wrong.map(({ name, verdicts }) => ({ name, errors: verdicts.map(({ errors }) => errors) }))).to.deep.equal(
        [],
      );
    });
});
