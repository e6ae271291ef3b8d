import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { provideMinio, RELEASE } from './minio.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('The MinIO for the storage tests', () => {
  const path = temporaryFolder();
  const PATH = process.env['PATH'];
  /** @type {string[]} */
  let said;

  /**
   * @param {string} name of a program that is first on PATH
   * @param {string} script of sh
   */
  async function program(name, script) {
    await writeFile(path('bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path('bin', name), 0o755);
  }

  beforeEach(async () => {
    said = [];
    await rm(path('bin'), { recursive: true, force: true });
    await mkdir(path('bin'));
    process.env['PATH'] = `${path('bin')}:${PATH}`;
    await program('docker', 'echo "no daemon" >&2; exit 1');
    await program('podman', '[ "$1" = info ] || { echo "no such host" >&2; exit 1; }');
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  const provide = (env = {}) =>
    provideMinio({ PATH: process.env['PATH'], XDG_CACHE_HOME: path('cache'), ...env }, (text) => said.push(text));

  it('is the one that was named, before any other', async () => {
    await program('minio', '');
    expect((await provide({ S3_TEST_ENDPOINT: 'http://127.0.0.1:9000' })).from).to.include('127.0.0.1:9000');
    expect((await provide({ TOOLPRESS_MINIO: '/opt/minio' })).from).to.include('/opt/minio');
  });

  it('is the program on PATH', async () => {
    await program('minio', '');
    expect((await provide()).env).to.deep.equal({ TOOLPRESS_MINIO: path('bin/minio') });
  });

  it('is built with Go when the container engines can’t help, whose reasons are reported, and built once', async () => {
    await program('go', `echo "$@" >>${path('go-calls')}; echo built >"$GOBIN/minio"`);
    const binary = path('cache/toolpress', `minio-${RELEASE}`, 'minio');
    expect((await provide()).env).to.deep.equal({ TOOLPRESS_MINIO: binary });
    expect(said[0]).to.match(/^podman can't get quay\.io\/minio\/minio:RELEASE\S+: no such host$/);
    expect(await readFile(binary, 'utf8')).to.equal('built\n');
    await provide();
    expect((await readFile(path('go-calls'), 'utf8')).split('\n')).to.have.lengthOf(2);
  });

  it('does not use a build that failed half-way', async () => {
    const env = { XDG_CACHE_HOME: path('other-cache') };
    await program('go', `echo half >"$GOBIN/minio"; echo "no network" >&2; exit 1`);
    const none = await provide(env);
    expect(none.env).to.deep.equal({});
    expect(none.from).to.match(/^none: install minio/);
    expect(said.at(-1)).to.include('no network');
    await program('go', `echo built >"$GOBIN/minio"`);
    expect(await readFile((await provide(env)).env['TOOLPRESS_MINIO'] ?? '', 'utf8')).to.equal('built\n');
  });
});
