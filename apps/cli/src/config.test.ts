import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { findTarget, Problem } from './config.js';

describe('The token of the command line', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-cli-'));
    file = join(folder, 'token');
    writeFileSync(file, 'from-a-file\n');
  });
  after(() => rmSync(folder, { recursive: true }));
  const tokenOf = (env: NodeJS.ProcessEnv, option?: string): string =>
    findTarget('http://127.0.0.1', 'ADMIN_TOKEN', option, { TOOLPRESS_DATA: folder, ...env }).token;

  it('is read from the environment, or from the file that it names', () => {
    expect(tokenOf({ ADMIN_TOKEN: 'given' })).to.equal('given');
    expect(tokenOf({ ADMIN_TOKEN_FILE: file })).to.equal('from-a-file');
    expect(tokenOf({ ADMIN_TOKEN: 'given' }, file)).to.equal('from-a-file');
  });

  it('is rejected when the variable and its file are both set, or when the file is missing', () => {
    expect(() => tokenOf({ ADMIN_TOKEN: 'given', ADMIN_TOKEN_FILE: file })).to.throw(Problem, 'are both set');
    expect(() => tokenOf({ ADMIN_TOKEN_FILE: join(folder, 'missing') })).to.throw(Problem, "can't be read");
  });
});
