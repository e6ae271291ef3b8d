import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runExperiment } from './chaos/experiment.js';
import { FAULTS } from './chaos/faults.js';

/** `scripts/chaos` tries the others, too, which take longer, and measures how soon all is normal. */
describe('Under a fault nothing that was answered is lost or charged twice, and all is normal again:', () => {
  for (const fault of FAULTS.filter(({ isQuick }) => isQuick)) {
    it(fault.name, async function () {
      const report = await runExperiment(fault);
      if (report === undefined) return this.skip();
      expect(report.problems).to.deep.equal([]);
      expect(report.lost).to.equal(0);
    });
  }
});
