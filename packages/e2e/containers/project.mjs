/** One run of docker-compose.yml, under a name, with secrets and ports of its own, so that nothing else on the machine is met. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../scripts/lib/problem.mjs';
import { excerpt, mustRun } from '../../../scripts/lib/run.mjs';
import { readEnvFile, writeEnvFile } from '../../../scripts/lib/service/data-folder.mjs';
import { choosePort } from '../../../scripts/lib/service/settings.mjs';
import { imageOf, STORES } from './images.mjs';

/** @typedef {import('./engine.mjs').Engine} Engine */
/** @typedef {import('./images.mjs').Store} Store */

const SERVICES = ['gateway', 'worker'];
const LABEL = 'com.docker.compose';
/** Stopping in order takes the gateway and the workers 75 seconds at most. */
const STOP_SECONDS = 75;
const RESTART_LIMIT_MS = 30_000;

export class Project {
  /**
   * @param {Engine} engine
   * @param {string} name
   * @param {string} folder
   * @param {Store} store
   * @param {Record<string, string>} env
   */
  constructor(engine, name, folder, store, env) {
    this.engine = engine;
    this.store = store;
    this.name = name;
    this.folder = folder;
    this.env = env;
  }

  /**
   * @param {Engine} engine
   * @param {string} root of Toolpress
   * @param {string} version of the images
   * @param {Store} store
   */
  static async make(engine, root, version, store) {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-containers-'));
    for (const file of STORES[store]) await cp(join(root, file), join(folder, file));
    await cp(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
    const env = {
      TOOLPRESS_VERSION: version,
      [`${store.toUpperCase()}_IMAGE`]: imageOf(store, version),
    };
    return new Project(engine, `toolpress-test-${randomBytes(4).toString('hex')}`, folder, store, env);
  }

  /** @returns {Promise<string>} what compose says when there is no .env */
  async refusalWithoutSecrets() {
    const { code, output } = await this.#compose(['up', '--no-start', ...SERVICES]);
    if (code !== 0 && output.includes('run ./scripts/make-env')) return 'compose refuses: run ./scripts/make-env';
    throw new Problem(`Without secrets compose does not refuse:\n${excerpt(output, 10)}`);
  }

  /** @param {string} root of Toolpress */
  async makeSecrets(root) {
    const file = join(this.folder, '.env');
    await mustRun('Making the secrets', join(root, 'scripts/make-env'), [file]);
    const gateway = await choosePort('127.0.0.1', 0);
    this.env = {
      ...(await readEnvFile(file)),
      ...this.env,
      GATEWAY_PORT: String(gateway),
      PUBLIC_URL: `http://127.0.0.1:${gateway}`,
    };
  }

  /**
   * Brings everything up, or to another number of workers.
   *
   * @param {number} workers
   */
  async up(workers) {
    // In both ways: older releases of podman-compose know of `replicas` only.
    await writeEnvFile(join(this.folder, '.env'), { ...this.env, WORKERS: String(workers) });
    const args = ['up', '--detach', '--no-build', '--scale', `worker=${workers}`, ...SERVICES];
    const { code, output } = await this.#compose(args);
    if (code !== 0) throw new Problem(`compose up failed:\n${excerpt(output, 40)}`);
  }

  /**
   * @param {string} [service] the default is all services
   * @returns {Promise<string[]>} the ids of its containers, ended ones too
   */
  containers(service) {
    const filters = service === undefined ? [] : ['--filter', `label=${LABEL}.service=${service}`];
    return this.#list(['ps', '--all', '--quiet', ...filters]);
  }

  /**
   * Runs a shell line in a container.
   *
   * @param {string} container
   * @param {string} line
   */
  inside(container, line) {
    return this.engine.do('Looking into a container', ['exec', container, 'sh', '-c', line]);
  }

  /**
   * Has a container's process die, and waits until the engine has started it again. Not the container itself is killed:
   * one that somebody killed by hand is not started again.
   *
   * @param {string} container
   */
  async crash(container) {
    const started = () =>
      this.engine.do('Looking', ['inspect', '--format', '{{.State.StartedAt}} {{.State.Running}}', container]);
    const before = await started();
    // The line dies with the container, so how it ended says nothing.
    await this.engine.succeeds(['exec', container, 'sh', '-c', 'kill -KILL $(cat /proc/1/task/1/children)']);
    const limit = performance.now() + RESTART_LIMIT_MS;
    for (let now = before; now === before || now.endsWith('false'); now = await started()) {
      if (performance.now() > limit) throw new Problem(`A container that died is not started again.`);
      await sleep(200, undefined, { signal: this.engine.signal });
    }
  }

  /**
   * Stops a service as an update does.
   *
   * @param {string} service
   * @returns {Promise<number>} milliseconds that it took
   * @throws {Problem} when one of its containers did not end in order
   */
  async stop(service) {
    const begun = performance.now();
    const ids = await this.containers(service);
    await this.engine.do(`Stopping ${service}`, ['stop', '--time', String(STOP_SECONDS), ...ids]);
    const elapsed = performance.now() - begun;
    for (const id of ids) {
      const code = await this.engine.do('Looking at the end', ['inspect', '--format', '{{.State.ExitCode}}', id]);
      if (code !== '0') throw new Problem(`A ${service} container ended with ${code}.`);
    }
    return elapsed;
  }

  /** @returns {Promise<string>} the last lines of each container's log that report a problem */
  async logs() {
    const ids = await this.containers();
    const parts = ids.map(async (id) => {
      const service = await this.engine.do('Naming', ['inspect', '--format', '{{.Name}} {{.State.Status}}', id]);
      return `${service}\n${await this.#lastWords(id)}`;
    });
    return (await Promise.all(parts)).join('\n\n');
  }

  /** Removes everything of this run, also what compose has lost track of. Whatever interrupts the run does not interrupt this. */
  async remove() {
    const { engine } = this;
    const tidying = { tidying: true };
    const containers = await this.#list(['ps', '--all', '--quiet'], tidying);
    if (containers.length > 0)
      await engine.do('Removing containers', ['rm', '--force', '--volumes', ...containers], tidying);
    for (const kind of ['network', 'volume']) {
      const names = await this.#list([kind, 'ls', '--quiet'], tidying);
      if (names.length > 0) await engine.do(`Removing each ${kind}`, [kind, 'rm', ...names], tidying);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @param {string[]} args */
  #compose(args) {
    const files = STORES[this.store].flatMap((file) => ['--file', file]);
    return this.engine.compose(this.folder, this.name, [...files, ...args]);
  }

  /**
   * @param {string[]} command
   * @param {{ tidying: boolean }} [options]
   */
  async #list(command, options) {
    const output = await this.engine.do(
      'Listing',
      [...command, '--filter', `label=${LABEL}.project=${this.name}`],
      options,
    );
    return output.split('\n').filter(Boolean);
  }

  /** @param {string} container */
  async #lastWords(container) {
    const log = await this.engine.do('Reading the log', ['logs', '--tail', '1000', container]);
    const usual = /"level":"info".*"status":[1-4]|"level":"info".*"msg":"job"/;
    return log
      .split('\n')
      .filter((line) => !usual.test(line))
      .slice(-15)
      .join('\n');
  }
}
