/** The containers while they run: healthy, and with no more rights than they need. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../scripts/lib/problem.mjs';

/** @typedef {import('./project.mjs').Project} Project */

const HEALTHY_LIMIT_MS = 2 * 60_000;
const LOOK_EVERY_MS = 500;

/**
 * @param {Project} project
 * @param {Record<string, number>} expected how many containers of which service
 * @returns {Promise<string>} in words
 * @throws {Problem} when they are not all healthy within two minutes
 */
export async function untilHealthy(project, expected) {
  const { signal } = project.engine;
  const limit = performance.now() + HEALTHY_LIMIT_MS;
  for (;;) {
    const missing = await unhealthy(project, expected);
    if (missing.length === 0)
      return Object.entries(expected)
        .map(([service, count]) => `${count} ${service}`)
        .join(', ');
    if (performance.now() > limit) throw new Problem(`Not healthy: ${missing.join(', ')}`);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/**
 * @param {Project} project
 * @param {Record<string, number>} expected
 * @returns {Promise<string[]>} the services of which not all containers are healthy
 */
async function unhealthy(project, expected) {
  const missing = [];
  for (const [service, count] of Object.entries(expected)) {
    const ids = await project.containers(service);
    const states = await Promise.all(ids.map((id) => project.engine.isHealthy(id)));
    if (ids.length !== count || states.includes(false)) missing.push(service);
  }
  return missing;
}

/**
 * @param {Project} project
 * @param {string} service
 * @returns {Promise<string>} its rights in words
 * @throws {Problem} when its first container has more than it needs
 */
export async function rights(project, service) {
  const [container = ''] = await project.containers(service);
  const user = await project.inside(container, 'id -u');
  const status = await project.inside(container, 'cat /proc/1/status');
  const write = 'touch /app/x /usr/x /x 2>/dev/null && echo yes || echo no';
  const found = {
    user,
    capabilities: /^CapBnd:\s*0*([0-9a-f]*)$/m.exec(status)?.[1] || 'none',
    'new privileges': /^NoNewPrivs:\s*1$/m.test(status) ? 'never' : 'possible',
    'writable root': await project.inside(container, write),
  };
  const words = Object.entries(found)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
  const isRoot = !/^[1-9]\d*$/.test(user);
  if (isRoot || !words.endsWith('capabilities: none, new privileges: never, writable root: no')) {
    throw new Problem(`A ${service} container has more rights than it needs: ${words}`);
  }
  return words;
}

/**
 * @param {Project} project
 * @returns {Promise<string>} whether Chromium shuts its pages in, in words: it depends on the machine's kernel
 */
export async function chromiumSandbox(project) {
  const [container = ''] = await project.containers('worker');
  const log = await project.engine.do('Reading the log', ['logs', container]);
  const refusal = /Chromium runs without its sandbox[^"]*/.exec(log)?.[0];
  return refusal ?? 'on';
}

/**
 * @param {Project} project
 * @returns {Promise<string>} how Redis keeps what it is given, in words
 * @throws {Problem} when it could lose or forget it, or can be reached from outside
 */
export async function redisSettings(project) {
  const [container = ''] = await project.containers('redis');
  const ask = (/** @type {string} */ line) =>
    project.inside(container, `REDISCLI_AUTH="$REDIS_PASSWORD" redis-cli ${line}`);
  const found = [await ask('config get appendonly'), await ask('config get maxmemory-policy')];
  const words = found.map((pair) => pair.replace(/\s+/g, ' ')).join(', ');
  const stranger = await project.inside(container, 'redis-cli ping 2>&1');
  const ports = await project.engine.do('Looking at ports', ['port', container]).catch(() => '');
  if (words !== 'appendonly yes, maxmemory-policy noeviction' || !stranger.startsWith('NOAUTH') || ports !== '') {
    throw new Problem(`Redis is not as it has to be: ${words}; without the password: ${stranger}; ports: ${ports}`);
  }
  return `${words}, password needed, no port published`;
}

/**
 * @param {Project} project
 * @returns {Promise<string>} that its store can't be reached from outside, in words
 * @throws {Problem} when it can
 */
export async function noPort(project) {
  const [container = ''] = await project.containers(project.store);
  const ports = await project.engine.do('Looking at ports', ['port', container]).catch(() => '');
  if (ports !== '') throw new Problem(`The store is published: ${ports}`);
  return 'no port published';
}

/**
 * @param {Project} project
 * @param {string} service
 * @returns {Promise<string>} the seconds from the start of its first container to the line that says it serves
 */
export async function startTime(project, service) {
  const [container = ''] = await project.containers(service);
  const started = await project.engine.do('Looking', ['inspect', '--format', '{{json .State.StartedAt}}', container]);
  const limit = performance.now() + HEALTHY_LIMIT_MS;
  for (;;) {
    const log = await project.engine.do('Reading the log', ['logs', container]);
    const ready = [...log.matchAll(/"time":"([^"]+)".*"msg":"ready"/g)].at(-1)?.[1];
    if (ready !== undefined) return `${((Date.parse(ready) - Date.parse(JSON.parse(started))) / 1_000).toFixed(1)} s`;
    if (performance.now() > limit) throw new Problem(`The ${service} does not say that it is ready`);
    await sleep(LOOK_EVERY_MS, undefined, { signal: project.engine.signal });
  }
}
