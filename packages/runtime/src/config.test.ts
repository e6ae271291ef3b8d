import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '@toolpress/contract';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { ConfigError, count, httpUrl, key32, keys32, loadConfig, logLevel, partNames, settings } from './index.js';

const Environment = settings(
  { PUBLIC_URL: httpUrl(), MASTER_KEY: key32() },
  { PORT: count(0, 8080), LOG_LEVEL: logLevel() },
  { CHROME_PATH: text(), MASTER_KEYS_PREVIOUS: keys32() },
);
const good = { PUBLIC_URL: 'https://tools.example', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };

/** The faults that a configuration is refused with. */
function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(Environment, environment);
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).faults;
  }
  return [];
}

describe('The configuration loader', () => {
  it('reads typed settings, fills in defaults and leaves other variables alone', () => {
    const config = loadConfig(Environment, { ...good, PORT: '9000', HOME: '/root' });
    expect(config).to.deep.equal({ ...good, MASTER_KEY: Buffer.alloc(32, 7), PORT: 9000, LOG_LEVEL: 'info' });
  });

  it('names all faults together', () => {
    const faults = faultsOf({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect(faults).to.have.length(4);
    expect(faults.join()).to.match(
      /PUBLIC_URL is required.*MASTER_KEY is required.*PORT must be a number.*LOG_LEVEL must be one of/,
    );
  });

  it('reads a blank variable as an absent one', () => {
    expect(faultsOf({ ...good, PUBLIC_URL: '', CHROME_PATH: ' ' })).to.deep.equal(['PUBLIC_URL is required']);
  });

  it('reads the parts that run: all, none, or those named', () => {
    const schema = settings({}, { PARTS: partNames() }, {});
    expect(loadConfig(schema, {}).PARTS).to.include.members(['jobs', 'mcp']);
    expect(loadConfig(schema, { PARTS: '' }).PARTS).to.deep.equal([]);
    expect(loadConfig(schema, { PARTS: ' jobs, mcp,' }).PARTS).to.deep.equal(['jobs', 'mcp']);
    expect(() => loadConfig(schema, { PARTS: 'jobs,toString' })).to.throw(
      ConfigError,
      /PARTS has no part `toString`; known are .*\bjobs\b/,
    );
  });

  for (const [what, key] of [
    ['too short', Buffer.alloc(16).toString('base64')],
    ['not base64', 'correct horse battery staple, 32!'],
    ['a secret with a typing error', `${'A'.repeat(20)}*${'A'.repeat(22)}=`],
  ] as const) {
    it(`refuses a key that is ${what}, without repeating it`, () => {
      const [fault = ''] = faultsOf({ ...good, MASTER_KEY: key });
      expect(fault).to.include('MASTER_KEY must be 32 bytes in base64');
      expect(fault).not.to.include(key);
    });
  }

  it('reads several keys, and refuses all when one is wrong, without repeating any', () => {
    const keys = [7, 8].map((byte) => Buffer.alloc(32, byte));
    const texts = keys.map((key) => key.toString('base64'));
    const config = loadConfig(Environment, { ...good, MASTER_KEYS_PREVIOUS: texts.join(', ') });
    expect(config.MASTER_KEYS_PREVIOUS).to.deep.equal(keys);
    for (const list of [`${texts[0]},`, `${texts[0]},short`, `${texts.join('')}`]) {
      expect(faultsOf({ ...good, MASTER_KEYS_PREVIOUS: list })).to.deep.equal([
        'MASTER_KEYS_PREVIOUS must be keys of 32 bytes in base64, separated by commas',
      ]);
    }
  });
});

describe('A secret in a file', () => {
  let folder: string;
  const { MASTER_KEY, ...others } = good;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-secrets-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const file = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  for (const end of ['', '\n', '\r\n']) {
    it(`is read without the line break at its end: ${JSON.stringify(end)}`, () => {
      const config = loadConfig(Environment, { ...others, MASTER_KEY_FILE: file(`${MASTER_KEY}${end}`) });
      expect(config.MASTER_KEY).to.deep.equal(Buffer.alloc(32, 7));
      expect(config).not.to.have.property('MASTER_KEY_FILE');
    });
  }

  it('is rejected beside the variable itself, and ignored when the variable is not a secret', () => {
    expect(faultsOf({ ...good, MASTER_KEY_FILE: file(MASTER_KEY) })).to.deep.equal([
      'MASTER_KEY and MASTER_KEY_FILE are both set; set only one of them',
    ]);
    expect(faultsOf({ MASTER_KEY, PUBLIC_URL_FILE: file('https://tools.example') })).to.deep.equal([
      'PUBLIC_URL is required',
    ]);
  });

  it('is rejected with its path when it cannot be read or is empty, and never repeated', () => {
    expect(faultsOf({ ...others, MASTER_KEY_FILE: '/nowhere/key' })).to.deep.equal([
      "MASTER_KEY_FILE names a file that cannot be read: ENOENT: no such file or directory, open '/nowhere/key'",
    ]);
    expect(faultsOf({ ...others, MASTER_KEY_FILE: file('\n') })).to.deep.equal(['MASTER_KEY_FILE names an empty file']);
    expect(faultsOf({ ...others, MASTER_KEY_FILE: file('hunter2') })).to.deep.equal([
      'MASTER_KEY must be 32 bytes in base64 (create one with `openssl rand -base64 32`)',
    ]);
  });
});
