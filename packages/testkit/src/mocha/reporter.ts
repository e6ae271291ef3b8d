/**
 * Prints test titles under their suites, then slow, skipped and failed tests, and the tally as the last line. Works in parallel mode, too,
 * where the results of a file arrive together.
 */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Base } = Mocha.reporters;
const EVENTS = Mocha.Runner.constants;

const SLOW_MS = 500;
const SLOWEST = 8;

interface Timed {
  readonly sentence: string;
  readonly ms: number;
}

/**
 * The reporter option `tally` names a file for the last line, for a caller that prints something before it.
 */
export default class SentenceReporter extends Base {
  private depth = 0;
  private readonly skipped: string[] = [];
  private readonly timed: Timed[] = [];

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions = {}) {
    super(runner, options);
    runner.on(EVENTS.EVENT_SUITE_BEGIN, (suite) => this.begin(suite));
    runner.on(EVENTS.EVENT_SUITE_END, (suite) => this.end(suite));
    runner.on(EVENTS.EVENT_TEST_PASS, (test) => this.pass(test));
    runner.on(EVENTS.EVENT_TEST_PENDING, (test) => this.skip(test));
    runner.on(EVENTS.EVENT_TEST_FAIL, (test) => this.say(Base.color('fail', `${Base.symbols.err} ${test.title}`)));
    runner.once(EVENTS.EVENT_RUN_END, () => this.conclude(tallyFile(options)));
  }

  private begin(suite: Mocha.Suite): void {
    if (suite.root) return;
    if (this.depth === 0) Base.consoleLog();
    this.say(suite.title);
    this.depth += 1;
  }

  private end(suite: Mocha.Suite): void {
    if (!suite.root) this.depth -= 1;
  }

  private pass(test: Mocha.Test): void {
    const ms = test.duration ?? 0;
    this.timed.push({ sentence: sentence(test), ms });
    const duration = ms >= SLOW_MS ? Base.color('medium', ` ${seconds(ms)}`) : '';
    this.say(`${Base.color('checkmark', Base.symbols.ok)} ${Base.color('pass', test.title)}${duration}`);
  }

  private skip(test: Mocha.Test): void {
    this.skipped.push(sentence(test));
    this.say(Base.color('pending', `- ${test.title}`));
  }

  private say(text: string): void {
    Base.consoleLog(`${'  '.repeat(this.depth + 1)}${text}`);
  }

  private conclude(tallyGoesTo: string | undefined): void {
    this.list('Slowest', this.slowest());
    this.list('Skipped', this.skipped);
    if (this.failures.length > 0) {
      Base.consoleLog('\n  Failed');
      Base.list(this.failures);
    }
    Base.consoleLog(`\n  ${Base.color('light', `The tests took ${seconds(this.stats.duration ?? 0)}.`)}\n`);
    const tally = `${this.stats.passes} passed, ${this.stats.failures} failed, ${this.stats.pending} skipped`;
    if (tallyGoesTo === undefined) Base.consoleLog(tally);
    else writeFileSync(tallyGoesTo, `${tally}\n`);
  }

  private list(title: string, lines: readonly string[]): void {
    if (lines.length > 0) Base.consoleLog(`\n  ${title}\n${lines.map((line) => `    ${line}`).join('\n')}`);
  }

  private slowest(): string[] {
    return this.timed
      .filter(({ ms }) => ms >= SLOW_MS)
      .sort((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST)
      .map(({ sentence, ms }) => `${seconds(ms).padStart(7)}  ${sentence}`);
  }
}

const sentence = (test: Mocha.Test): string => test.titlePath().join(' ');

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function tallyFile(options: Mocha.MochaOptions): string | undefined {
  const given: unknown = options.reporterOptions;
  if (typeof given !== 'object' || given === null || !('tally' in given)) return undefined;
  return String(given.tally);
}
