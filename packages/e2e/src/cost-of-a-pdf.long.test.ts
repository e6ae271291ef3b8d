import { setTimeout as sleep } from 'node:timers/promises';
import { recordCommands, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const WARM_UP = 5;
const COUNT = 15;
/** What follows an answer is over by then, usually: else it counts for the next PDF, and the least counts. */
const GAP_MS = 20;
/** Commands of gateway and worker together. `scripts/bench profile` names each of them. Nothing waits for the one that sends the file. */
const MOST_COMMANDS = 12;
/** Commands that the scripts run within Redis. */
const MOST_IN_SCRIPTS = 110;

/** Counts instead of times: they are the same on a busy machine. What they cost in time `scripts/bench pdf` measures. */
describe('A one-page PDF costs', () => {
  let service: TestService;
  const commands: string[][] = [];
  const inScripts: number[] = [];
  before(async () => {
    service = await TestService.start({ env: { LOG_LEVEL: 'info' } });
    for (let index = 0; index < WARM_UP; index++) await print();
    await sleep(GAP_MS);
    const recorder = await recordCommands(service.redis.url);
    for (let index = 0; index < COUNT; index++) {
      const from = recorder.seen.length;
      await print();
      await sleep(GAP_MS);
      // Commands that a script runs within Redis are not round trips.
      const seen = recorder.seen.slice(from);
      commands.push(seen.flatMap(({ source, args }) => (source === 'lua' ? [] : nameOf(args))));
      inScripts.push(seen.filter(({ source }) => source === 'lua').length);
    }
    recorder.end();
  });
  after(() => service?.stop());

  async function print(): Promise<void> {
    const { body } = await service.call('/api/utilities/html-to-pdf', { body: { html: '<h1>Invoice</h1>' } });
    expect(body.data?.page_count, body.error).to.equal(1);
  }

  it(`${MOST_COMMANDS} commands to Redis at the most, when nothing else is to be done`, () => {
    // What the clock sends, such as heartbeats, is not in every one of them.
    const names = [...new Set(commands.flat())];
    const leastOf = (name: string): number =>
      Math.min(...commands.map((ofOne) => ofOne.filter((other) => other === name).length));
    const counts = names.map((name) => [name, leastOf(name)] as const).filter(([, count]) => count > 0);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    expect(total, counts.map(([name, count]) => `${count} × ${name}`).join('\n')).to.be.within(1, MOST_COMMANDS);
  });

  it(`at most ${MOST_IN_SCRIPTS} commands within the scripts of Redis`, () => {
    expect(Math.min(...inScripts)).to.be.within(1, MOST_IN_SCRIPTS);
  });
});

/** The command with its first argument: the key, or which script it is. */
const nameOf = ([command = '', first = '']: readonly string[]): string => `${command.toLowerCase()} ${first}`;
