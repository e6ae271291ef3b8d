/** The images: built, and looked into. */
import { Problem } from '../../../scripts/lib/problem.mjs';
import { mustRun } from '../../../scripts/lib/run.mjs';

/** @typedef {import('./engine.mjs').Engine} Engine */

export const APPS = /** @type {const} */ (['gateway', 'worker']);

/** The images, with the largest sizes in megabytes that they may have when they are compressed, as they are pulled. */
export const IMAGES = { gateway: 200, worker: 460, single: 480 };

/** @typedef {keyof typeof IMAGES} Image */

/** The object stores, with the compose files that start them. */
export const STORES = {
  minio: ['docker-compose.yml'],
  seaweedfs: ['docker-compose.yml', 'docker-compose.seaweedfs.yml'],
};

/** @typedef {keyof typeof STORES} Store */

/**
 * @param {Image | Store} app
 * @param {string} version
 */
export const imageOf = (app, version) => `toolpress-${app}:${version}`;

/** Names of settings that are secrets: none of them has a place in an image. */
const SECRET = /TOKEN|MASTER_KEY|SECRET|PASSWORD|ACCESS_KEY/;

/** What runs in the image to look at its files: where ours are, what there is that should not be. */
const LOOK = `
const { readdirSync } = require('node:fs');
const all = readdirSync('/app', { recursive: true }).map(String);
const own = all.filter((path) => !path.includes('node_modules/'));
const wrong = [
  ...own.filter((path) => /(^|\\/)(src|testing)(\\/|$)|\\.ts$|\\.map$|\\.test\\.js$|package-lock|Dockerfile|(^|\\/)\\.(env|git|npmrc)/.test(path)),
  ...all.filter((path) => /^node_modules\\/(typescript|mocha|chai|@biomejs|@types\\/(mocha|chai)|@toolpress\\/(testkit|e2e))$/.test(path)),
];
const browsers = readdirSync('/usr/bin').filter((name) => /chrom/.test(name));
const guides = own.filter((path) => /^docs\\/.*\\.md$/.test(path)).length;
console.log(JSON.stringify({ wrong, browsers, guides, packages: all.filter((path) => /^node_modules\\/(@[^/]+\\/)?[^@/][^/]*$/.test(path)).length }));
`;

/**
 * @param {Engine} engine
 * @param {Image} app
 * @param {string} version
 * @returns {Promise<{ megabytes: number, compressed: number, user: string, packages: number, browser: string }>}
 * @throws {Problem} when something is in the image that must not be, or the other way round
 */
export async function inspectImage(engine, app, version) {
  const image = imageOf(app, version);
  const show = (/** @type {string} */ format) =>
    engine.do(`Looking at ${image}`, ['image', 'inspect', '--format', format, image]);
  const user = await show('{{.Config.User}}');
  if (!/^[1-9]\d*(?::|$)/.test(user))
    throw new Problem(`${image} runs as "${user}": a number that is not root's is wanted.`);
  const health = await show('{{json .Config.Healthcheck}}').catch(() => show('{{json .HealthCheck}}'));
  if (!health.includes('/healthz')) throw new Problem(`${image} has no health check.`);

  const env = await show('{{json .Config.Env}}');
  const history = await engine.do('Reading the history', [
    'history',
    '--no-trunc',
    '--format',
    '{{.CreatedBy}}',
    image,
  ]);
  const secret = SECRET.exec(`${env}\n${history}`)?.[0];
  if (secret !== undefined) throw new Problem(`${image} speaks of a secret in its history or environment: ${secret}`);

  const files = JSON.parse(
    await engine.do(`Looking into ${image}`, ['run', '--rm', '--entrypoint', 'node', image, '-e', LOOK]),
  );
  if (files.wrong.length > 0)
    throw new Problem(`${image} has files for development: ${files.wrong.slice(0, 9).join(', ')}`);
  const [browser = 'none'] = files.browsers;
  if ((browser === 'none') !== (app === 'gateway')) throw new Problem(`${image} has this browser: ${browser}`);

  if (files.guides > 0 !== (app !== 'worker')) throw new Problem(`${image} has ${files.guides} pages of docs/.`);

  const megabytes = Math.round(Number(await show('{{.Size}}')) / 1e6);
  const bytes = await mustRun('Compressing', 'sh', ['-c', '"$0" save "$1" | gzip | wc -c', engine.name, image]);
  const compressed = Math.round(Number(bytes) / 1e6);
  if (!(compressed > 0 && compressed <= IMAGES[app]))
    throw new Problem(`${image} has ${compressed} MB compressed; ${IMAGES[app]} MB are allowed.`);
  return { megabytes, compressed, user, packages: files.packages, browser };
}
