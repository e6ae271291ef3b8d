/** What each feature costs: the processor time of a PDF with it, divided by that of the same document without it. */
import { readFileSync } from 'node:fs';
import { SAMPLE_IMAGES, svgOf } from '@toolpress/testkit';
import { fortyPages, headedPage, logo, longTable, onePage } from './documents.mjs';
import { measureParts, startService } from './service.mjs';
import { median } from './statistics.mjs';

const ROUNDS = 7;
const WARM_UP = 300;
const TURN = 20;
/** The turns of long documents are longer than those of others even so. */
const TURN_LONG = 2;
/** More than the documents of a turn. */
const SERIALS_A_ROUND = 10_000;

const DIRECTORY = new URL('../../', import.meta.url);

/**
 * @typedef {object} Feature
 * @property {string} name
 * @property {import('./documents.mjs').BenchDocument} document
 * @property {import('./documents.mjs').BenchDocument} plain the same without it
 * @property {number} [goal] of the ratio
 * @property {boolean} [ownFonts] whether its account has fonts
 * @property {boolean} [differs] whether each document has other texts
 * @property {boolean} [isSlow] whether it runs by `--only` alone
 */

/** @type {import('./service.mjs').Benchmark} */
export async function benchFeatures(around, section, options) {
  const { quick, rounds = quick ? 3 : ROUNDS, count = TURN, against, only, progress } = options;
  const turnOf = (/** @type {import('./documents.mjs').BenchDocument} */ { pages }) => (pages > 1 ? TURN_LONG : count);
  const features = all().filter(({ name, isSlow }) =>
    only === undefined ? !isSlow : only.split(',').some((part) => name.includes(part)),
  );
  const services = [await startWithFonts(around, undefined)];
  try {
    if (against !== undefined) services.push(await startWithFonts(around, against));
    const warmUp = quick ? WARM_UP / 10 : WARM_UP;
    for (const { run } of services)
      await progress.step('Warm-up', async () => {
        await run(onePage(), warmUp);
        for (const feature of features) await run(feature.document, turnOf(feature.document), feature);
      });
    /** @type {Turn[][][]} by service and feature */
    const turns = services.map(() => features.map(() => []));
    for (let round = 1; round <= rounds; round++) {
      await progress.step(`Round ${round} of ${rounds}`, async () => {
        for (const [at, feature] of features.entries()) {
          const { document, plain } = feature;
          for (const [index, { run }] of services.entries()) {
            around.signal.throwIfAborted();
            // The machine's speed changes within seconds, so both take their turns close together.
            const base = await run(plain, turnOf(plain));
            turns[index]?.[at]?.push({ base, cost: await run(document, turnOf(document), feature, round) });
          }
        }
      });
    }
    report(section, features, turns, against);
  } finally {
    await Promise.allSettled(services.map(({ end }) => end()));
  }
}

/**
 * @typedef {{ all: number, own: number }} Cost processor time per PDF in milliseconds: of all processes, and of those that are not Chromium's
 * @typedef {{ base: Cost, cost: Cost }} Turn of the document without the feature, and with it
 */

/**
 * @param {import('./report.mjs').Section} section
 * @param {Feature[]} features
 * @param {Turn[][][]} turns by service and feature
 * @param {string | undefined} against
 */
function report(section, features, turns, against) {
  const cellsOf = (/** @type {Turn[]} */ rounds) => {
    const middle = (/** @type {(turn: Turn) => number} */ of) => median(rounds.map(of));
    return [
      middle(({ base }) => base.all).toFixed(1),
      middle(({ cost }) => cost.all).toFixed(1),
      middle(({ cost }) => cost.own).toFixed(1),
      middle(({ base, cost }) => cost.all / base.all).toFixed(2),
    ];
  };
  const rows = features.map(({ name, goal }, at) => {
    const cells = turns.flatMap((ofService) => cellsOf(ofService[at] ?? []));
    return [name, ...cells, goal?.toFixed(2) ?? ''];
  });
  section.text(
    `Processor time per PDF in milliseconds, without the feature and with it, that of gateway, worker and Redis alone, and the median ratio${against === undefined ? '' : '; then the same of the other build'}.`,
  );
  section.table(['feature', ...turns.flatMap(() => ['without', 'with', 'own', 'ratio']), 'goal'], rows);
}

/**
 * @param {import('./service.mjs').Around} around
 * @param {string | undefined} build
 */
async function startWithFonts(around, build) {
  const running = await startService(around, { build });
  const { service } = running;
  const { token } = await service.createAccount('fonts');
  for (const [weight, face] of Object.entries({ 400: 'CrimsonPro_400Regular', 700: 'CrimsonPro_700Bold' })) {
    const data_base64 = readFileSync(new URL(`fonts/files/crimson-pro.${face}.ttf`, DIRECTORY)).toString('base64');
    const body = { family: 'House Serif', weight: Number(weight), data_base64 };
    const { status } = await service.call(`/api/fonts/house-${weight}`, { method: 'PUT', token, body });
    if (status !== 200) throw new Error(`a font was answered ${status}`);
  }
  const withFonts = await running.clients(token);
  return {
    /** @param {import('./documents.mjs').BenchDocument} document @param {number} count @param {Partial<Feature>} [feature] @param {number} [round] @returns {Promise<Cost>} */
    async run(document, count, { ownFonts, differs } = {}, round = 0) {
      const cpu = measureParts(service);
      const { latencies } = await (ownFonts ? withFonts : running).run(document, {
        clients: 1,
        atLeast: count,
        ...(differs && { serial: round * SERIALS_A_ROUND }),
      });
      // The first request, which is checked, is not in `latencies`.
      const { gateway, worker, Redis, Chromium } = cpu();
      const own = ((gateway + worker + Redis) * 1_000) / (latencies.length + 1);
      return { own, all: own + (Chromium * 1_000) / (latencies.length + 1) };
    },
    async end() {
      await withFonts.end();
      await running.end();
    },
  };
}

/** @returns {Feature[]} */
function all() {
  const [one, forty] = [onePage(), fortyPages()];
  const image = logo();
  /** @param {string} path @param {Buffer} bytes */
  const withImage = (path, bytes) => ({
    html: one.html.replace(
      '<address>',
      `<img src="${path}" style="width: 30mm; height: 10mm" alt="Example Ltd"><address>`,
    ),
    files: { [path]: { base64: bytes.toString('base64') } },
  });
  const style = /<style>(.*?)<\/style>/s.exec(one.html)?.[1] ?? '';
  const linked = '<link rel="stylesheet" href="sheet.css">';
  const tags = { conformance: ['pdf/a-3a', 'pdf/ua-1'] };
  const archive = { conformance: ['pdf/a-3b'] };
  const e_invoice = JSON.parse(readFileSync(new URL('samples/e-invoice/request.json', DIRECTORY), 'utf8')).e_invoice;
  const svg = svgOf('<circle cx="10" cy="5" r="4" fill="teal"/>'.repeat(40));
  const { name: differing, header, footer } = headedPage();
  const headed = { header, footer };
  const pageOf = one.html.replace('<h1>', '<h1 id="top">').replace('Payable', 'See page [[page-of:#top]]. Payable');
  const inOwnFont = one.html.replace('font: 9pt/1.3 ', 'font: 9pt/1.3 "House Serif", ');
  const dead = one.html.replace('</style>', 'h1 { background: url(paper.png) }</style>');
  /** @type {[name: string, change: Partial<import('./documents.mjs').BenchDocument>, more?: Omit<Feature, 'name' | 'document' | 'plain'>][]} */
  const ofOne = [
    ['header and footer', headed, { goal: 1.3 }],
    [differing, headed, { differs: true }],
    ['page-of', { html: pageOf }, { goal: 1.6 }],
    ['tagged', { options: { tagged: true } }],
    ['a-3b', { options: archive }],
    ['a-3a + ua-1', { options: tags }, { goal: 1.4 }],
    ['e-invoice', { options: { e_invoice } }, { goal: 1.25 }],
    ['protect', { options: { protect: { user_password: 'secret' } } }, { goal: 1.2 }],
    ['sheet by files', { html: one.html.replace(/<style>.*<\/style>/s, linked), files: { 'sheet.css': style } }],
    [
      'sheet and image by files',
      {
        html: withImage('a.png', image).html.replace(/<style>.*<\/style>/s, linked),
        files: { 'sheet.css': style, ...withImage('a.png', image).files },
      },
      { goal: 1.2 },
    ],
    ['SVG by files', withImage('a.svg', Buffer.from(svg))],
    ['WebP by files', withImage('a.webp', SAMPLE_IMAGES.WEBP)],
    ['AVIF by files', withImage('a.avif', SAMPLE_IMAGES.AVIF)],
    ['blocked background', { html: dead }],
    ['own font', { html: inOwnFont }, { ownFonts: true }],
    ['own font, header and footer', { html: inOwnFont, ...headed }, { ownFonts: true }],
  ];
  const named = ofOne.map(([name, change, more]) => ({
    name,
    document: { ...one, ...change, name },
    plain: one,
    ...more,
  }));
  const longTagged = { ...forty, name: '40 pages, a-3a + ua-1', options: tags };
  const long = longTable();
  return [
    ...named,
    { name: longTagged.name, document: longTagged, plain: forty, goal: 1.6 },
    { name: long.name, document: long, plain: long, isSlow: true },
  ];
}
