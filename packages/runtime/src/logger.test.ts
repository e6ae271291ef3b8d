import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { createLogger } from './index.js';

const STDOUT = 1;
/** Several times the maximum delay of a line, in milliseconds. */
const QUIET_MS = 300;

type Done = (error: Error | null, bytes: number) => void;
type Write = (fd: number, text: string, ...rest: unknown[]) => void;

describe('The log', () => {
  const real = fs.write;
  const logger = createLogger('test', 'info');
  /** What was written to standard output, by system call, and the functions that complete the calls. */
  let written: string[] = [];
  let completions: (() => void)[] = [];
  let isSlow = false;

  before(() => {
    const write: Write = (fd, text, ...rest) => {
      if (fd !== STDOUT) return void (real as Write)(fd, text, ...rest);
      written.push(String(text));
      const done = rest.at(-1) as Done;
      const complete = (): void => done(null, Buffer.byteLength(text));
      if (isSlow) completions.push(complete);
      else setImmediate(complete);
    };
    fs.write = write as unknown as typeof fs.write;
  });
  after(() => {
    fs.write = real;
  });
  beforeEach(() => {
    written = [];
    completions = [];
    isSlow = false;
  });

  const texts = (): string[][] =>
    written.map((lines) => [...lines.matchAll(/"msg":"([^"]*)"/g)].map(([, text]) => text ?? ''));

  it('writes lines together, soon, and nothing when idle', async () => {
    logger.info('Käse');
    logger.info('Brot');
    await sleep(QUIET_MS);
    logger.info('Wein');
    await sleep(QUIET_MS);
    expect(texts()).to.deep.equal([['Käse', 'Brot'], ['Wein']]);
  });

  it('writes lines that came while others were being written', async () => {
    isSlow = true;
    logger.info('Käse');
    await sleep(QUIET_MS);
    logger.info('Brot');
    await sleep(QUIET_MS);
    expect(texts()).to.deep.equal([['Käse']]);
    isSlow = false;
    for (const complete of completions) complete();
    await sleep(QUIET_MS);
    expect(texts()).to.deep.equal([['Käse'], ['Brot']]);
  });
});
