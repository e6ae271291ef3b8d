/**
 * Sends the data of the 166 official examples of e-invoices as JSON. `judged.long.test.ts` asks the judges. It is a long test because Maven
 * fetches the examples.
 */
import { areJudgesHere, EXAMPLES } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { type Example, examples, rulesOf } from './testing/official-examples.js';

/** Examples that are not valid ZUGFeRD or XRechnung, with the rules that they break. */
const REFUSED = {
  'en16931/cii/CII-BR-CO-10-RoundingIssue.xml': ['BR-FX-EN-04'],
  'en16931/cii/CII_business_example_02.xml': ['BR-FX-EN-04'],
  'en16931/cii/XRechnung-O.xml': ['BR-FX-EN-04'],
  'en16931/cii/huf_example_cii.xml': ['BR-FX-EN-04'],
  // Invalid Swedish numbers.
  'en16931/ubl/issue116.xml': ['PEPPOL-COMMON-R049'],
  // The extension of XRechnung has codes and payments that XRechnung does not have.
  'xrechnung/cii-ext/04.05a-INVOICE_uncefact.xml': ['BR-CL-10', 'BR-CL-21'],
  'xrechnung/ubl-inv-ext/05.01a-INVOICE_ubl.xml': ['BR-CO-16'],
};

describe('The official examples of EN 16931, XRechnung, ZUGFeRD and Peppol', () => {
  let all: Example[] = [];
  before(async function () {
    if (!(await areJudgesHere(...EXAMPLES))) this.skip();
    all = await examples();
  });

  it('are accepted as JSON, unless they break a rule of their profile', () => {
    const refused = all.filter(({ refusal }) => refusal !== undefined);
    expect(Object.fromEntries(refused.map((example) => [example.name, rulesOf(example).sort()]))).to.deep.equal(
      REFUSED,
    );
    expect(all).to.have.length(166);
  });
});
