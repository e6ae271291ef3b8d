/**
 * Plays Gotenberg's own scenarios against this service and prints how many pass, by the rule of `left-out.ts`:
 *
 *     node packages/e2e/dist/gotenberg/main.js [--only "Split"] [--all]
 *
 * The scenarios are read from Gotenberg's Go module, so Go is needed; veraPDF judges their standards. `--all` also lists scenarios that pass.
 */
import { parseArgs } from 'node:util';
import { table } from '@toolpress/testkit';
import { integrationTests, type Outcome, playAll } from './scenarios.js';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
});
const data = integrationTests();
if (data === undefined) throw new Error("Gotenberg's module can't be downloaded: Go and its proxy are needed.");

const outcomes = await playAll(data, values.only);
const isPassed = ({ leftOut, fault }: Outcome): boolean => leftOut === undefined && fault === undefined;
const rows = [...new Set(outcomes.map(({ feature }) => feature)), ''].map((feature) => {
  const some = outcomes.filter((one) => feature === '' || one.feature === feature);
  const counted = some.filter(({ leftOut }) => leftOut === undefined);
  const passed = some.filter(isPassed).length;
  const share = counted.length === 0 ? '' : `${((passed / counted.length) * 100).toFixed(1)} %`;
  return [feature || 'all', some.length, some.length - counted.length, counted.length, passed, share].map(String);
});
const lines = [
  ...table(['feature', 'scenarios', 'left out', 'counted', 'passed', 'share'], rows),
  ...outcomes.flatMap(({ name, leftOut, fault, others }) => {
    if (leftOut !== undefined)
      return [
        `left out: ${name}\n    ${leftOut}`,
        ...(others ? [`    its other requests: ${others.count - others.faults.length} of ${others.count} pass`] : []),
        ...(others?.faults ?? []).map((one) => `    FAILED: ${one.replaceAll('\n', '\n        ')}`),
      ];
    if (fault !== undefined) return [`FAILED: ${name}\n    ${fault.replaceAll('\n', '\n    ')}`];
    return values.all ? [`passed: ${name}`] : [];
  }),
];
for (const line of lines) process.stdout.write(`${line}\n`);
