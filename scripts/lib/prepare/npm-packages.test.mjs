import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../problem.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { installNpmPackages } from './npm-packages.mjs';

/** Empties node_modules as npm ci does, notes its arguments, and fails on request. */
const NPM = `#!/bin/sh
[ "$1" != config ] || { cat cache-folder; exit; }
if [ "$1" = view ]; then
  if [ -e busy ]; then rm busy; echo "npm error code EAI_AGAIN"; exit 1; fi
  [ ! -e offline ]; exit
fi
echo "$@" >>calls
case "$*" in *--offline*) [ -e cached ] || { echo "npm error no network"; exit 1; } ;; esac
rm -rf node_modules && mkdir -p node_modules/mocha
[ ! -e broken ] || { echo "npm error no network"; exit 1; }
cp package-lock.json node_modules/.package-lock.json
`;

const lock = (/** @type {string} */ version) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/mocha': { version }, 'node_modules/mac': { optional: true } } });

describe('The npm packages', () => {
  const path = temporaryFolder();
  const PATH = process.env['PATH'];
  beforeEach(async () => {
    await mkdir(path('bin'), { recursive: true });
    await writeFile(path('bin/npm'), NPM);
    await chmod(path('bin/npm'), 0o755);
    process.env['PATH'] = `${path('bin')}:${PATH}`;
    await writeFile(path('package-lock.json'), lock('12.0.0'));
    await writeFile(path('cache-folder'), path('npm-cache'));
    for (const name of ['node_modules', 'broken', 'offline', 'cached', 'calls'])
      await rm(path(name), { recursive: true, force: true });
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  it('are installed once for a lock file, with the compiler', async () => {
    expect(await installNpmPackages(path())).to.equal('installed');
    expect(await installNpmPackages(path())).to.equal('up to date');
    expect(await readFile(path('calls'), 'utf8')).to.equal('ci --include=dev --no-progress --no-audit --no-fund\n');
  });

  it('are installed again when the lock file has changed, or node_modules is gone or another machine’s', async () => {
    await installNpmPackages(path());
    await writeFile(path('package-lock.json'), lock('12.0.1'));
    expect(await installNpmPackages(path())).to.equal('installed');
    await rm(path('node_modules'), { recursive: true });
    expect(await installNpmPackages(path())).to.equal('installed');
    await writeFile(path('node_modules/.toolpress-installed'), 'another machine');
    expect(await installNpmPackages(path())).to.equal('installed');
  });

  it('do not count as installed when npm failed half-way', async () => {
    await installNpmPackages(path());
    await writeFile(path('package-lock.json'), lock('12.0.1'));
    await writeFile(path('broken'), '');
    const error = await installNpmPackages(path()).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('npm error no network');
    await rm(path('broken'));
    expect(await installNpmPackages(path())).to.equal('installed');
  });

  it('are not removed when somebody else installed them: used if they fit the lock file, else the person decides', async () => {
    await mkdir(path('node_modules/mocha'), { recursive: true });
    await writeFile(path('node_modules/.package-lock.json'), lock('12.0.0'));
    await writeFile(path('package-lock.json'), lock('12.0.0'));
    expect(await installNpmPackages(path())).to.equal('up to date');
    await writeFile(path('package-lock.json'), lock('12.0.1'));
    const error = await installNpmPackages(path()).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes('npm ci');
    expect(await readdir(path()))
      .to.include('node_modules')
      .and.not.to.include('calls');
  });

  it('come from npm’s cache without a network; missing ones are reported immediately', async () => {
    await writeFile(path('offline'), '');
    const error = await installNpmPackages(path()).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem).with.property('message').that.includes("can't reach its registry");
    await writeFile(path('cached'), '');
    expect(await installNpmPackages(path())).to.equal('installed');
  });

  it('come from the network also when its name server was too busy at first', async () => {
    await writeFile(path('busy'), '');
    expect(await installNpmPackages(path())).to.equal('installed');
    expect(await readFile(path('calls'), 'utf8')).to.not.include('--offline');
  });

  it('need a cache that npm can write; otherwise the message names the folder, the reason, and how to set another', async () => {
    await writeFile(path('cache-folder'), path('package-lock.json/npm'));
    const error = await installNpmPackages(path()).catch((caught) => caught);
    expect(error).to.be.instanceOf(Problem);
    expect(error.message).to.include(`${path('package-lock.json/npm')}: a file is in its place`);
    expect(error.message).to.include('npm_config_cache=');
    expect(await readdir(path())).not.to.include('calls');
  });
});
