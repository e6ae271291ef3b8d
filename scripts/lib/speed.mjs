/** README's table of speed, from the ratios that `docs/benchmarks.md` has of the last `./scripts/bench pdf`. */

const [BEGIN, END] = ['<!-- speed -->\n', '<!-- end of speed -->'];
const RIVALS = [
  ['the baseline', 'bare Chromium: a loop over warm pages, no service at all'],
  ['puppeteer-cluster', 'puppeteer-cluster as its README shows it'],
  ['jsreport', 'jsreport with chrome-pdf'],
];

/**
 * @param {string} readme
 * @param {string} benchmarks the page
 * @returns {string} the readme with the present figures between its two comments
 */
export function withSpeed(readme, benchmarks) {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('README.md lacks the comments around its speed.');
  return before + BEGIN + speedOf(benchmarks) + END + after;
}

/** @param {string} benchmarks */
function speedOf(benchmarks) {
  const ratio = (/** @type {string} */ what) => {
    const [, reached] = benchmarks.match(new RegExp(`^\\| ${what} \\|[^|]*\\| ([^|]+) \\|`, 'm')) ?? [];
    if (reached === undefined) throw new Error(`docs/benchmarks.md has no “${what}”.`);
    return reached;
  };
  const times = (/** @type {string} */ what) => Number(ratio(what)).toFixed(1);
  const rows = RIVALS.map(([rival, called]) => {
    const [one, forty] = ['1 page', '40 pages'].map((pages) => times(`throughput against ${rival}, ${pages}`));
    return `| ${called} | ${one} times as many | ${forty} |`;
  });
  const added = ratio('median latency added to the baseline’s, 1 client, 1 page');
  return [
    '| Against | 1 page | 40 pages |\n|---|---|---|',
    ...rows,
    `\nWith one idle client a PDF takes ${added} longer than in bare Chromium, at the median ([where the time goes](docs/performance.md)).\n`,
  ].join('\n');
}
