import { generateKeySync } from 'node:crypto';
import { ConfigError, loadConfig, settings } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { fileStoreOptions, storageDefaulted, storageOptional } from './options.js';

const load = (environment: Record<string, string>) =>
  loadConfig(settings({}, storageDefaulted, storageOptional), environment);

const S3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'http://minio:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

describe('the settings of the file store', () => {
  it('choose a folder by default', () => {
    const config = load({ STORAGE_FOLDER: '/data/files' });
    const linkKey = generateKeySync('hmac', { length: 256 });
    expect(fileStoreOptions(config, { publicUrl: 'https://pdf.example', linkKey })).to.deep.equal({
      driver: 'folder',
      folder: '/data/files',
      publicUrl: 'https://pdf.example',
      linkKey,
    });
  });

  it('describe an S3 store, whose bucket keeps files no shorter than they live', () => {
    const config = load({ ...S3, FILE_TTL: '90000', S3_PUBLIC_ENDPOINT: 'https://files.example' });
    expect(fileStoreOptions(config, { publicUrl: 'https://pdf.example' })).to.deep.equal({
      driver: 's3',
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://files.example',
      bucket: 'toolpress',
      accessKey: 'key',
      secretKey: 'secret',
      region: 'us-east-1',
      lifecycleDays: 2,
      onWarning: undefined,
      publicUrl: 'https://pdf.example',
    });
  });

  it('take a session token with temporary keys', () => {
    const config = load({ ...S3, S3_SESSION_TOKEN: 'token' });
    expect(fileStoreOptions(config, {})).to.include({ accessKey: 'key', sessionToken: 'token' });
  });

  it('name every variable that the chosen driver lacks', () => {
    expect(() => load({ STORAGE: 's3' })).to.throw(ConfigError, /S3_ENDPOINT[\s\S]*S3_ACCESS_KEY[\s\S]*S3_SECRET_KEY/);
    expect(() => load({})).to.throw(ConfigError, /STORAGE_FOLDER/);
    expect(() => load({ STORAGE: 'floppy' })).to.throw(ConfigError, /STORAGE must be one of/);
  });

  it('name a bucket and a region that cannot exist, each in one sentence', () => {
    const faultOf = (change: Record<string, string>): readonly string[] => {
      try {
        load({ ...S3, ...change });
        return [];
      } catch (error) {
        return (error as ConfigError).faults;
      }
    };
    for (const bucket of ['No Bucket!', 'ab', 'a'.repeat(64), 'a..b', 'a_b', '-ab', '10.0.0.1'])
      expect(faultOf({ S3_BUCKET: bucket }), bucket).to.deep.equal([
        'S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, single dots and hyphens, and no IP address',
      ]);
    for (const region of ['eu central', ' eu-central-1', 'eu/central'])
      expect(faultOf({ S3_REGION: region }), region).to.deep.equal([
        'S3_REGION must be the name of a region, such as eu-central-1',
      ]);
    for (const S3_REGION of ['auto', 'eu-central-1', 'RegionOne', 'fr_par'])
      expect(faultOf({ S3_BUCKET: 'pdf.example-1', S3_REGION })).to.deep.equal([]);
  });

  it('do not ask for what only the other driver needs', () => {
    expect(load(S3)).to.not.have.property('STORAGE_FOLDER');
    expect(load({ STORAGE_FOLDER: '/x' })).to.not.have.property('S3_ENDPOINT');
  });
});
