import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { localUrl, readSettings, serviceEnvironment } from './settings.mjs';

const read = (/** @type {Record<string, string>} */ env, /** @type {string[]} */ args = []) =>
  readSettings(args, env, '/project', '/home/me');

const arranged = {
  port: 8081,
  samplePort: 5433,
  redisUrl: 'redis://own',
  browser: '/usr/bin/chromium',
  secrets: { MASTER_KEY: 'made', ADMIN_TOKEN: 'made' },
};

describe('The settings of scripts/start', () => {
  it('default to the data folder of the project and to loopback', () => {
    expect(read({})).to.include({
      data: '/project/data',
      host: '127.0.0.1',
      port: undefined,
      reload: false,
      offline: false,
    });
  });

  it('take the options of the command line, and no others', () => {
    expect(read({}, ['--offline', '--reload'])).to.include({ reload: true, offline: true });
    expect(() => read({}, ['--off'])).to.throw('Unknown argument: --off');
  });

  it('resolve a relative data folder against the current directory', () => {
    expect(read({ TOOLPRESS_DATA: 'press' }).data).to.equal('/home/me/press');
    expect(read({ TOOLPRESS_DATA: '/srv/press' }).data).to.equal('/srv/press');
  });

  it('take an empty variable as not given', () => {
    expect(read({ PORT: '', HOST: '', TOOLPRESS_DATA: '' })).to.include({ host: '127.0.0.1', port: undefined });
    expect(read({ REDIS_URL: '' }).given).to.deep.equal({});
  });

  it('read their secrets from files, and refuse one that can’t be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-settings-'));
    await writeFile(join(folder, 'key'), 'mine\n');
    expect(read({ MASTER_KEY_FILE: join(folder, 'key') }).given).to.deep.equal({ MASTER_KEY: 'mine' });
    expect(() => read({ MASTER_KEY_FILE: join(folder, 'other') })).to.throw(Problem, "MASTER_KEY_FILE can't be read");
    await rm(folder, { recursive: true });
  });

  it('refuse what they don’t know', () => {
    expect(() => read({}, ['--relaod'])).to.throw(Problem, 'Unknown argument: --relaod');
  });
});

describe('The environment of the services', () => {
  it('is arranged where nothing was given', () => {
    expect(serviceEnvironment(read({}), arranged)).to.deep.equal({
      PUBLIC_URL: 'http://127.0.0.1:8081',
      REDIS_URL: 'redis://own',
      STORAGE: 'folder',
      STORAGE_FOLDER: '/project/data/files',
      MASTER_KEY: 'made',
      ADMIN_TOKEN: 'made',
      HOST: '127.0.0.1',
      PORT: '8081',
      CHROME_PATH: '/usr/bin/chromium',
      OUTBOUND_ALLOW: '127.0.0.1:8081',
      RECORD_HOSTS: '127.0.0.1:5433',
    });
  });

  it('lets everything through that was given', () => {
    const given = { REDIS_URL: 'redis://mine', PUBLIC_URL: 'https://pdf.example', FILE_TTL: '60', MASTER_KEY: 'mine' };
    expect(serviceEnvironment(read(given), arranged)).to.include(given);
  });

  it('names the sample base beside the hosts that were given', () => {
    const env = serviceEnvironment(read({ RECORD_HOSTS: 'nocodb:8080' }), arranged);
    expect(env).to.include({ RECORD_HOSTS: 'nocodb:8080,127.0.0.1:5433' });
  });

  it('lets http-request call the gateway on loopback without a proxy, beside the addresses that were given', () => {
    expect(serviceEnvironment(read({ OUTBOUND_ALLOW: '10.0.0.0/8' }), arranged)).to.include({
      OUTBOUND_ALLOW: '10.0.0.0/8,127.0.0.1:8081',
    });
    const named = serviceEnvironment(read({ HOST: 'press.example', OUTBOUND_ALLOW: '10.0.0.0/8' }), arranged);
    expect(named).to.include({ OUTBOUND_ALLOW: '10.0.0.0/8' });
    for (const given of [{ HOST: '::' }, { HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }])
      expect(serviceEnvironment(read(given), arranged)).to.include({ OUTBOUND_ALLOW: '' });
  });

  it('has no folder for files when they go to S3', () => {
    const env = serviceEnvironment(read({ STORAGE: 's3', S3_BUCKET: 'pdf' }), arranged);
    expect(env).to.include({ STORAGE: 's3', S3_BUCKET: 'pdf' }).and.not.to.have.property('STORAGE_FOLDER');
  });
});

describe('The URL of the gateway on this machine', () => {
  it('is an address that can be called, for any listening address', () => {
    expect(localUrl('127.0.0.1', 80)).to.equal('http://127.0.0.1:80');
    expect(localUrl('0.0.0.0', 80)).to.equal('http://127.0.0.1:80');
    expect(localUrl('::', 80)).to.equal('http://[::1]:80');
    expect(localUrl('press.example', 80)).to.equal('http://press.example:80');
  });
});
