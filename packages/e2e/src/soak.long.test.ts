import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { soak } from './chaos/soak.js';

const LENGTH_MS = 90_000;

describe('A soak', () => {
  let temporary: string;
  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'toolpress-soak-'));
  });
  afterEach(() => rm(temporary, { recursive: true, force: true, maxRetries: 3 }));

  it('finds that the apps lose memory, and writes each sample down', async () => {
    const file = join(temporary, 'samples.jsonl');
    const stop = new AbortController().signal;
    const report = await soak(LENGTH_MS, { temporary, stop, file, preload: 'leaking' });
    const grown = report.sizes.filter(({ hasGrown }) => hasGrown).map(({ name }) => name);
    expect(grown).to.include.members(['objects of the gateway', 'objects of the worker']);
    expect(report.problems.join()).to.include('objects of the gateway grew from');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines).to.have.lengthOf(report.samples);
    expect(JSON.parse(lines[0] ?? '')).to.include.keys('time', 'gatewayObjects', 'files', 'problems');
  });
});
