/** The container of all parts, run as its users run it. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { Problem } from '../../../scripts/lib/problem.mjs';
import { call, dataOf } from '../../../scripts/lib/service/first-caller.mjs';
import { choosePort } from '../../../scripts/lib/service/settings.mjs';

const START_LIMIT_MS = 180_000;
const STOP_SECONDS = 75;
const FILES = '/data/secrets.env /data/credentials.env';

export class SingleContainer {
  /**
   * @param {import('./engine.mjs').Engine} engine
   * @param {string} image
   */
  constructor(engine, image) {
    this.engine = engine;
    this.image = image;
    this.name = `toolpress-test-${randomBytes(4).toString('hex')}`;
    this.port = 0;
  }

  /** @returns {Promise<string>} the seconds from the start to the first PDF */
  async start() {
    this.port = await choosePort('127.0.0.1', 0);
    const begun = performance.now();
    await this.engine.do('Starting the container', [
      'run',
      '--detach',
      '--name',
      this.name,
      '--volume',
      `${this.name}:/data`,
      '--publish',
      `127.0.0.1:${this.port}:8080`,
      '--read-only',
      '--tmpfs',
      '/tmp',
      '--cap-drop',
      'all',
      '--security-opt',
      'no-new-privileges',
      this.image,
    ]);
    await this.#print(begun + START_LIMIT_MS);
    return ((performance.now() - begun) / 1000).toFixed(1);
  }

  /** @returns {Promise<string>} how the secrets are kept */
  async secrets() {
    const modes = await this.#inside(`stat -c %a ${FILES} | tr '\\n' ' '`);
    if (modes !== '600 600') throw new Problem(`The files of secrets have the modes ${modes}.`);
    return 'mode 600, in the volume';
  }

  /** @returns {Promise<string>} that the volume takes no second container */
  async refusalOfSecond() {
    const args = ['run', '--rm', '--volume', `${this.name}:/data`, this.image];
    if (await this.engine.succeeds(args)) throw new Problem('A second container ran on the same volume.');
    return 'is refused';
  }

  /** @returns {Promise<string>} that data outlives the container's process */
  async restart() {
    const token = await this.#token();
    await this.engine.do('Stopping the container', ['stop', '--time', String(STOP_SECONDS), this.name]);
    const code = await this.engine.do('Looking', ['inspect', '--format', '{{.State.ExitCode}}', this.name]);
    if (code !== '0') throw new Problem(`The container ended with ${code}.`);
    await this.engine.do('Starting the container', ['start', this.name]);
    await this.#print(performance.now() + START_LIMIT_MS);
    if ((await this.#token()) !== token) throw new Problem('After a restart the token is another one.');
    return 'ended with 0, same token';
  }

  async remove() {
    await this.engine.do('Removing the container', ['rm', '--force', '--volumes', this.name], { tidying: true });
    await this.engine.do('Removing the volume', ['volume', 'rm', '--force', this.name], { tidying: true });
  }

  /** Prints a document as soon as the service does. @param {number} limit */
  async #print(limit) {
    for (;;) {
      try {
        const body = { html: '<p>Hello</p>' };
        const url = `http://127.0.0.1:${this.port}/api/utilities/html-to-pdf`;
        return dataOf(await call(url, { token: await this.#token(), body, signal: this.engine.signal }), 'Printing');
      } catch (error) {
        if (performance.now() > limit) throw error;
        await sleep(100, undefined, { signal: this.engine.signal });
      }
    }
  }

  async #token() {
    const { API_TOKEN } = parseEnv(await this.#inside('cat /data/credentials.env'));
    if (API_TOKEN === undefined) throw new Problem('The container has no token.');
    return API_TOKEN;
  }

  /** @param {string} line of a shell */
  #inside(line) {
    return this.engine.do('Looking into the container', ['exec', this.name, 'sh', '-c', line]);
  }
}
