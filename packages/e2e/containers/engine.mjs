/** The container engine of this machine, with its compose: docker, or podman where there is no docker. */
import { Problem } from '../../../scripts/lib/problem.mjs';
import { mustRun, run } from '../../../scripts/lib/run.mjs';

const ANSWER_LIMIT_MS = 15_000;
const COMMAND_LIMIT_MS = 2 * 60_000;
/** The first build on a machine downloads base images, packages, Chromium and fonts. */
const BUILD_LIMIT_MS = 30 * 60_000;

const CANDIDATES = [
  { name: 'docker', compose: ['docker', 'compose'], build: ['build'] },
  { name: 'podman', compose: ['podman-compose'], build: ['build', '--format', 'docker'] }, // its own format has no health checks
  { name: 'podman', compose: ['podman', 'compose'], build: ['build', '--format', 'docker'] },
];

export class Engine {
  /**
   * @param {(typeof CANDIDATES)[number]} means
   * @param {AbortSignal} signal
   */
  constructor(means, signal) {
    this.means = means;
    this.signal = signal;
  }

  /** In words. */
  get name() {
    return this.means.name;
  }

  /**
   * @param {string} what names the work in the message of a failure
   * @param {string[]} args
   * @param {{ tidying?: boolean }} [options] `tidying`: what interrupts the run does not interrupt this
   * @returns {Promise<string>} the output, trimmed
   */
  async do(what, args, { tidying = false } = {}) {
    const options = { timeout: COMMAND_LIMIT_MS, ...(tidying ? {} : { signal: this.signal }) };
    return quiet(await mustRun(what, this.name, args, options));
  }

  /**
   * @param {string[]} args
   * @returns {Promise<boolean>} whether it ended with 0
   */
  async succeeds(args) {
    return (await run(this.name, args, { signal: this.signal, timeout: COMMAND_LIMIT_MS })).code === 0;
  }

  /**
   * @param {string} folder of the compose file
   * @param {string} project
   * @param {string[]} args
   */
  async compose(folder, project, args) {
    const [command = '', ...words] = this.means.compose;
    const options = { cwd: folder, signal: this.signal, timeout: COMMAND_LIMIT_MS };
    return run(command, [...words, '--project-name', project, ...args], options);
  }

  /**
   * @param {string} root of the project
   * @param {string} target of the Dockerfile
   * @param {string} tag
   */
  async build(root, target, tag) {
    const args = [...this.means.build, '--target', target, '--tag', tag, '.'];
    await mustRun(`Building ${tag}`, this.name, args, { cwd: root, signal: this.signal, timeout: BUILD_LIMIT_MS });
  }

  /**
   * @param {string} container
   * @returns {Promise<boolean>} whether its health check says so
   */
  async isHealthy(container) {
    // podman has its checks run by systemd, which is not everywhere: run it now.
    if (this.name === 'podman') return this.succeeds(['healthcheck', 'run', container]);
    return (
      (await this.do('Looking at health', ['inspect', '--format', '{{.State.Health.Status}}', container])) === 'healthy'
    );
  }
}

/**
 * @param {AbortSignal} signal ends whatever the engine is asked to do
 * @returns {Promise<Engine>} the first engine that answers and has a compose
 * @throws {Problem}
 */
export async function findEngine(signal) {
  const limits = { signal, timeout: ANSWER_LIMIT_MS };
  for (const means of CANDIDATES) {
    const [command = '', ...words] = means.compose;
    if ((await run(means.name, ['info'], limits)).code !== 0) continue;
    if ((await run(command, [...words, 'version'], limits)).code === 0) return new Engine(means, signal);
  }
  throw new Problem(
    'No container engine answers: install docker with its compose plugin, or podman with podman-compose.',
  );
}

/** @param {string} output without what podman says at every command where there is no systemd */
const quiet = (output) =>
  output
    .split('\n')
    .filter((line) => !/^time=".*" level=(?:error|warning) msg="(?:unable to get systemd|Removing timer)/.test(line))
    .join('\n')
    .trim();
