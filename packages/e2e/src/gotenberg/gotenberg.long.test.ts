/** Gotenberg's scenarios and clients. Without Go, npm, Python or their registries the parts that need them are skipped. */
import { areJudgesHere } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runClients } from './clients.js';
import { integrationTests, playAll } from './scenarios.js';

/** The least share of scenarios that pass. */
const SHARE = 0.9;

describe('Gotenberg', () => {
  it('has scenarios of which nine of ten that need neither scripts nor URLs pass', async function () {
    this.timeout(900_000);
    const data = integrationTests();
    if (data === undefined || !(await areJudgesHere('veraPdf'))) {
      this.skip();
      return;
    }
    const outcomes = await playAll(data);
    const counted = outcomes.filter(({ leftOut }) => leftOut === undefined);
    const failed = counted.filter(({ fault }) => fault !== undefined).map(({ name, fault }) => `${name}: ${fault}`);
    expect(counted.length).to.be.at.least(70);
    expect(failed.length / counted.length, failed.join('\n')).to.be.at.most(1 - SHARE);
  });

  it('has clients that print unmodified', async function () {
    this.timeout(900_000);
    const outcomes = await runClients();
    const installed = outcomes.filter(({ missing }) => missing === undefined);
    if (installed.length === 0) this.skip();
    for (const { name, faults } of installed) expect(faults, name).to.deep.equal([]);
  });
});
