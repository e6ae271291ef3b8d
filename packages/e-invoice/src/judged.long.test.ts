/**
 * The official examples, and invoices from seeds of every profile and syntax: the judges call valid what the service accepts, and name the rules for
 * which it refuses the others. `testing/judge-examples.ts` prints the same as a table, of as many as are asked for.
 */
import { areJudgesHere, EXAMPLES, PHIVE } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { examples, generated, isAgreed, type Judged, judged } from './testing/official-examples.js';

const GENERATED = 90;

describe('E-invoices before the judges', function () {
  this.timeout(3_600_000);
  let all: Judged[] = [];
  before(async function () {
    if (!(await areJudgesHere(...EXAMPLES, ...PHIVE))) this.skip();
    all = await judged([...(await examples()), ...generated(GENERATED)]);
  });

  it('are valid by Mustang and phive, or refused for rules that one of them names', () => {
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
});
