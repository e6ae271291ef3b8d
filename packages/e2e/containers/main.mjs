/** `scripts/containers-test`: the images and docker-compose.yml, tried with real containers. */
import { randomBytes } from 'node:crypto';
import { Problem, runCommand } from '../../../scripts/lib/problem.mjs';
import { ROOT } from '../../../scripts/lib/run.mjs';
import { findEngine } from './engine.mjs';
import { APPS, imageOf, inspectImage } from './images.mjs';
import { Project } from './project.mjs';
import { Caller } from './rendering.mjs';
import { chromiumSandbox, redisSettings, rights, startTime, untilHealthy } from './running.mjs';

const HELP = `scripts/containers-test

Builds both images, starts docker-compose.yml with two workers under a separate name and ports, renders through it,
goes to three workers, kills one while documents are rendered, stops everything in order and removes it. Takes docker
with its compose plugin, or podman with podman-compose. The exit code is 0 when everything was as it has to be.`;

const WORKERS = 2;
const MORE_WORKERS = 3;
const LIMIT_MS = 60 * 60_000;

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
  const project = await Project.make(engine, ROOT, version);
  try {
    await tryImages();
    await tryCompose().catch(async (error) => {
      if (!signal.aborted) progress.line(await project.logs());
      throw error;
    });
  } finally {
    await progress.step('Removing everything', async () => {
      await project.remove();
      for (const app of APPS)
        await engine.do('Removing the image', ['rmi', '--force', imageOf(app, version)], { tidying: true });
    });
  }
  progress.line();
  for (const [what, found] of seen) progress.line(`  ${what.padEnd(28)} ${found}`);
  return 0;

  async function tryImages() {
    for (const app of APPS) {
      await progress.step(`Image ${app}`, () => engine.build(ROOT, app, imageOf(app, version)));
      await see(`image of the ${app}`, async () => {
        const { megabytes, user, packages, browser } = await inspectImage(engine, app, version);
        return `${megabytes} MB, user ${user}, ${packages} packages, none for development, no secret; browser: ${browser}`;
      });
    }
  }

  async function tryCompose() {
    await see('without .env', () => project.refusalWithoutSecrets());
    await project.makeSecrets(ROOT);
    await progress.step('Starting', () => project.up(WORKERS));
    await see('healthy', () => untilHealthy(project, { redis: 1, minio: 1, gateway: 1, worker: WORKERS }));
    for (const app of APPS) await see(`start of the ${app}`, () => startTime(project, app));
    for (const app of APPS) await see(`rights of the ${app}`, () => rights(project, app));
    await see('Chromium’s sandbox', () => chromiumSandbox(project));
    await see('Redis', () => redisSettings(project));
    await tryRendering(await Caller.register(project));
    for (const app of APPS)
      await see(`stopping of the ${app}`, async () => `${Math.round(await project.stop(app))} ms, ended with 0`);
  }

  /** @param {Caller} caller */
  async function tryRendering(caller) {
    const links = await progress.step('Rendering', () => caller.renderInvoice());
    seen.push(['sample invoice', links.pdf], ['signed_url', links.signed], ['download_url', links.download]);
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
