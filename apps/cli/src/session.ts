/** What all commands share: the way to the service, and the way to the person. */
import { AdminApi } from './admin-api.mjs';
import { findTarget } from './target.mjs';

export class Session {
  /** What the whole command ends with, when nothing throws. */
  exitCode = 0;

  /**
   * @param {() => { url?: string, json?: boolean }} options those of the command line, once it has been read
   * @param {import('./target.mjs').Surroundings} surroundings
   */
  constructor(options, surroundings) {
    this.options = options;
    this.surroundings = surroundings;
  }

  /**
   * @param {string} path below `/admin`
   * @param {import('./admin-api.mjs').Request} request
   * @returns {Promise<any>} the answer's data
   */
  async request(path, request) {
    return (await this.#api()).request(path, request);
  }

  /**
   * @param {string} path below `/admin`
   * @param {import('./admin-api.mjs').Request} request
   * @returns {Promise<any>} the data of a list, all its pages in one
   */
  async list(path, request) {
    return (await this.#api()).list(path, request);
  }

  /**
   * Writes a result: the data itself for programs, lines for people.
   *
   * @param {unknown} data as the service answered it
   * @param {() => string[]} lines
   */
  async show(data, lines) {
    const text = this.options().json ? JSON.stringify(data, null, 2) : lines().join('\n');
    // The process ends right after: wait until a slow pipe has taken it. One that is closed has taken what it wanted.
    await new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
  }

  async #api() {
    return new AdminApi(await findTarget(this.options().url, this.surroundings), this.surroundings.signal);
  }
}
