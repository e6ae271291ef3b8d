/** `scripts/containers-test`: the images and docker-compose.yml, tried with real containers. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Problem, runCommand } from '../../../scripts/lib/problem.mjs';
import { ROOT } from '../../../scripts/lib/run.mjs';
import { findEngine } from './engine.mjs';
import { APPS, IMAGES, imageOf, inspectImage, STORES } from './images.mjs';
import { Project } from './project.mjs';
import { Caller } from './rendering.mjs';
import { chromiumSandbox, noPort, redisSettings, rights, startTime, untilHealthy } from './running.mjs';
import { SingleContainer } from './single.mjs';

const HELP = `scripts/containers-test

Builds the images, runs the one of all parts, starts docker-compose.yml with two workers under a separate name and ports, renders through it,
goes to three workers, kills one while documents are rendered, stops everything in order and removes it; then renders with SeaweedFS in
place of MinIO. Takes docker with its compose plugin, or podman with podman-compose. The exit code is 0 when everything was as it has to be.`;

const WORKERS = 2;
const MORE_WORKERS = 3;
const LIMIT_MS = 60 * 60_000;
const images = /** @type {import('./images.mjs').Image[]} */ (Object.keys(IMAGES));
const stores = /** @type {import('./images.mjs').Store[]} */ (Object.keys(STORES));

await runCommand(async ({ args, progress, stop }) => {
  if (args.length > 0) throw new Problem(HELP);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]);
  const engine = await progress.step(
    'Container engine',
    () => findEngine(signal),
    ({ name }) => name,
  );
  /** @type {[string, string][]} what was seen */
  const seen = [];
  const see = async (/** @type {string} */ what, /** @type {() => Promise<string>} */ look) => {
    await progress.step(what, look, (found) => {
      seen.push([what, found]);
      return found;
    });
  };
  const version = `test-${randomBytes(4).toString('hex')}`;
  try {
    await tryImages();
    await trySingle();
    await withProject('minio', tryCompose);
    await withProject('seaweedfs', trySeaweedFs);
  } finally {
    await progress.step('Removing the images', async () => {
      for (const app of [...images, ...stores])
        await engine.do('Removing the image', ['rmi', '--force', imageOf(app, version)], { tidying: true });
    });
  }
  progress.line();
  for (const [what, found] of seen) progress.line(`  ${what.padEnd(28)} ${found}`);
  return 0;

  /**
   * @param {import('./images.mjs').Store} store
   * @param {(project: Project) => Promise<void>} work
   */
  async function withProject(store, work) {
    const project = await Project.make(engine, ROOT, version, store);
    try {
      await work(project);
    } catch (error) {
      if (!signal.aborted) progress.line(await project.logs());
      throw error;
    } finally {
      await progress.step('Removing everything', () => project.remove());
    }
  }

  async function tryImages() {
    for (const store of stores)
      await progress.step(`Image ${store}`, () =>
        engine.build(join(ROOT, 'deploy/stores'), store, imageOf(store, version)),
      );
    for (const app of images) {
      await progress.step(`Image ${app}`, () => engine.build(ROOT, app, imageOf(app, version)));
      await see(`image of the ${app}`, async () => {
        const { megabytes, compressed, user, packages, browser } = await inspectImage(engine, app, version);
        return `${megabytes} MB, ${compressed} MB compressed, user ${user}, ${packages} packages, none for development, no secret; browser: ${browser}`;
      });
    }
  }

  async function trySingle() {
    const container = new SingleContainer(engine, imageOf('single', version));
    try {
      await see('first PDF of one container', async () => `${await container.start()} s after it was started`);
      await see('its secrets', () => container.secrets());
      await see('a second on its volume', () => container.refusalOfSecond());
      await see('stopped and started again', () => container.restart());
    } finally {
      await container.remove();
    }
  }

  /** @param {Project} project */
  async function tryCompose(project) {
    await see('without .env', () => project.refusalWithoutSecrets());
    await project.makeSecrets(ROOT);
    await progress.step('Starting', () => project.up(WORKERS));
    await see('healthy', () => untilHealthy(project, { redis: 1, minio: 1, gateway: 1, worker: WORKERS }));
    for (const app of APPS) await see(`start of the ${app}`, () => startTime(project, app));
    for (const app of APPS) await see(`rights of the ${app}`, () => rights(project, app));
    await see('Chromium’s sandbox', () => chromiumSandbox(project));
    await see('Redis', () => redisSettings(project));
    await see('the store from outside', () => noPort(project));
    await tryRendering(project, await Caller.register(project));
    for (const app of APPS)
      await see(`stopping of the ${app}`, async () => `${Math.round(await project.stop(app))} ms, ended with 0`);
  }

  /** @param {Project} project */
  async function trySeaweedFs(project) {
    await project.makeSecrets(ROOT);
    await progress.step('Starting with SeaweedFS', () => project.up(1));
    await see('healthy', () => untilHealthy(project, { redis: 1, minio: 0, seaweedfs: 1, gateway: 1, worker: 1 }));
    await see('the store from outside', () => noPort(project));
    await tryInvoice(await Caller.register(project));
  }

  /** @param {Caller} caller */
  async function tryInvoice(caller) {
    const links = await progress.step('Rendering', () => caller.renderInvoice());
    seen.push(['sample invoice', links.pdf], ['signed_url', links.signed], ['download_url', links.download]);
  }

  /**
   * @param {Project} project
   * @param {Caller} caller
   */
  async function tryRendering(project, caller) {
    await tryInvoice(caller);
    await see(`scaled to ${MORE_WORKERS}`, async () => {
      await project.up(MORE_WORKERS);
      const healthy = await untilHealthy(project, { gateway: 1, worker: MORE_WORKERS });
      await caller.untilWorkers(MORE_WORKERS);
      return healthy;
    });
    await see('a worker killed', async () => {
      const [victim = ''] = await project.containers('worker');
      const rendered = await caller.renderWhile(() => project.crash(victim));
      await caller.untilWorkers(MORE_WORKERS);
      return `${rendered}; ${MORE_WORKERS} workers again`;
    });
  }
}, HELP);
