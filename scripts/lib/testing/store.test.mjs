import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { MINIO, provideStore, VERSITYGW } from './store.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('The S3 server for the storage tests', () => {
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

  const provide = (env = {}, needsMinio = false) => {
    const given = { PATH: process.env['PATH'], XDG_CACHE_HOME: path('cache'), ...env };
    return provideStore(given, needsMinio, (text) => said.push(text));
  };
  const binaryIn = (/** @type {string} */ cache, { program: name, version } = VERSITYGW) =>
    path(cache, 'toolpress', `${name}-${version}`, name);

  it('is the one that was named, before any other', async () => {
    await program('minio', '');
    expect((await provide({ S3_TEST_ENDPOINT: 'http://127.0.0.1:9000' })).from).to.include('127.0.0.1:9000');
    expect((await provide({ TOOLPRESS_STORE: 'seaweedfs' })).env).to.deep.equal({});
    expect((await provide({ TOOLPRESS_MINIO: '/opt/minio' })).from).to.include('/opt/minio');
  });

  it('is a program on PATH, MinIO first, and only MinIO where that is needed', async () => {
    await program('versitygw', '');
    expect((await provide()).env).to.deep.equal({ TOOLPRESS_VERSITYGW: path('bin/versitygw') });
    expect((await provide({}, true)).env).not.to.have.property('TOOLPRESS_VERSITYGW');
    await program('minio', '');
    for (const needsMinio of [false, true])
      expect((await provide({}, needsMinio)).env).to.deep.equal({ TOOLPRESS_MINIO: path('bin/minio') });
  });

  for (const server of [VERSITYGW, MINIO]) {
    it(`is compiled with Go, once: ${server.name}`, async () => {
      const needsMinio = server === MINIO;
      await program('go', `echo "$@" >>${path(`${server.program}-calls`)}; echo built >"$GOBIN/${server.program}"`);
      const binary = binaryIn('cache', server);
      expect((await provide({}, needsMinio)).env).to.deep.equal({ [server.variable]: binary });
      expect(await readFile(binary, 'utf8')).to.equal('built\n');
      await provide({}, needsMinio);
      expect(await readFile(path(`${server.program}-calls`), 'utf8')).to.equal(
        `install ${server.module}@${server.version}\n`,
      );
    });
  }

  it('is the MinIO that docker-compose.yml runs', () => {
    expect(MINIO.version).to.match(/^v0\.0\.0-\d{14}-[0-9a-f]{12}$/);
  });

  it('is missing where all sources fail, whose reasons are reported; a build that failed half-way does not count', async () => {
    const env = { XDG_CACHE_HOME: path('other-cache') };
    await program('go', `echo half >"$GOBIN/versitygw"; echo "no network" >&2; exit 1`);
    const none = await provide(env);
    expect(none.env).to.deep.equal({});
    expect(none.from).to.match(/^none: install minio/);
    expect(said.at(-2)).to.include('no network');
    expect(said.at(-1)).to.match(/^podman can't build MinIO: no such host$/);
    await program('go', `echo built >"$GOBIN/versitygw"`);
    expect((await provide(env)).env).to.deep.equal({ TOOLPRESS_VERSITYGW: binaryIn('other-cache') });
  });
});
