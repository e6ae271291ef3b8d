import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { areInstalled } from '../installed.js';
import { type Picture, picturesOf, visibleDifference } from './pictures.js';
import { PlainChromium, type Reference } from './plain-chromium.js';
import { startServiceIn, type Web } from './web.js';

const SHEETS = fileURLToPath(new URL('../../sheets/', import.meta.url));
const FILES = [
  'bootstrap-3/dist/css/bootstrap.min.css',
  'bootstrap-4/dist/css/bootstrap.min.css',
  'bootstrap-5/dist/css/bootstrap.min.css',
  '@fortawesome/fontawesome-free/css/all.min.css',
  'font-awesome/css/font-awesome.min.css',
  'katex/dist/katex.min.css',
  '@picocss/pico/css/pico.min.css',
  'uikit/dist/css/uikit.min.css',
  'semantic-ui-css/semantic.min.css',
  'foundation-sites/dist/css/foundation.min.css',
  'github-markdown-css/github-markdown.css',
  'bulma/css/bulma.min.css',
  'normalize.css/normalize.css',
  'milligram/dist/milligram.min.css',
  'materialize-css/dist/css/materialize.min.css',
  'skeleton-css/css/skeleton.css',
  'water.css/out/water.min.css',
  'tufte-css/tufte.min.css',
  'paper-css/paper.min.css',
  'purecss/build/pure-min.css',
  'spectre.css/dist/spectre.min.css',
  'animate.css/animate.min.css',
  'mvp.css/mvp.css',
];

/** Uses the classes that these sheets have for the parts of an invoice or a report. */
const page = (head: string): string => `<!DOCTYPE html>
<html lang="en" class="sheet A4"><head><meta charset="utf-8"><title>A page</title>${head}</head>
<body class="A4"><main class="container uk-container markdown-body">
<h1 class="title uk-heading-line ui header animate__animated">Invoice <small class="text-muted">0417</small></h1>
<p class="lead flow-text">Thank you for <a href="https://order.example/">your order</a> of <code>two</code> <kbd>things</kbd>.</p>
<div class="row grid columns ui grid pure-g grid-x">
<div class="col-6 col-xs-6 col s6 six columns column cell small-6 eight wide column pure-u-1-2 uk-width-1-2">
<div class="card panel panel-default ui card uk-card uk-card-default box"><div class="card-body panel-body card-content content">Åsa</div></div></div>
<div class="col-6 col-xs-6 col s6 six columns column cell small-6 eight wide column pure-u-1-2 uk-width-1-2">
<div class="alert alert-info callout primary notification is-info ui message uk-alert toast">Due in 14 days</div></div></div>
<table class="table table-striped table-bordered is-striped ui celled table pure-table uk-table uk-table-striped striped">
<thead class="thead-dark"><tr><th>Item<th class="text-right text-end right">Net</thead>
<tbody><tr><td>Oil<td class="text-right text-end right">12.00<tr class="odd"><td>Tea<td class="text-right text-end right">7.50</tbody></table>
<p><a class="btn btn-primary button is-primary ui primary button pure-button pure-button-primary uk-button uk-button-primary">Pay</a>
<span class="badge bg-secondary label tag is-light ui label uk-label chip">paid</span>
<i class="fa fas fa-check fa-solid icon check"></i> <progress class="progress" value="40" max="100"></progress></p>
<blockquote class="blockquote">A quotation<footer class="blockquote-footer">of somebody</footer></blockquote>
<pre><code>const one = 1;</code></pre><ul class="list-group collection ui list uk-list"><li class="list-group-item collection-item item">One<li>Two</ul>
<form class="ui form pure-form"><label class="form-label">Name <input class="form-control input uk-input" value="Zoë"></label>
<label><input type="checkbox" class="form-check-input uk-checkbox" checked> agreed</label> <select class="form-select"><option>EUR</select></form>
<span class="katex"><span class="katex-html"><span class="base"><span class="strut" style="height:0.8em"></span><span class="mord mathnormal">x</span><span class="mrel">=</span><span class="mord">1</span></span></span></span>
</main></body></html>`;

const LINK = 'https://sheets.example/sheet.css';

/** How a sheet can be given. */
const ways = (sheet: string): Record<string, object> => ({
  '`css`': { html: page(''), css: sheet },
  '`style`': { html: page(`<style>${sheet}</style>`) },
  '`files`': { html: page('<link rel="stylesheet" href="css/sheet.css">'), files: { 'css/sheet.css': sheet } },
  'an `@import` of `files`': {
    html: page('<style>@import "/sheet.css" print;</style>'),
    files: { 'sheet.css': sheet },
  },
  '`https:`': { html: page(`<link rel="stylesheet" href="${LINK}" integrity="sha384-0" crossorigin="anonymous">`) },
});

describe('Popular style sheets', () => {
  let sheet: Buffer;
  const web: Web = (url) => (url.href === LINK ? { type: 'text/css', body: sheet } : undefined);
  let service: TestService;
  let stop: () => Promise<void> = async () => undefined;
  let plain: PlainChromium | undefined;
  let folder = '';

  before(async function () {
    if (!areInstalled(SHEETS)) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'toolpress-sheets-'));
    ({ service, stop } = await startServiceIn(web));
    plain = await PlainChromium.launch(process.env['CHROME_PATH'] ?? '', web);
  });
  after(async () => {
    await Promise.all([plain?.close(), stop()]);
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  for (const file of FILES) {
    it(`${file} look as in plain Chromium, however they are given`, async () => {
      sheet = readFileSync(join(SHEETS, 'node_modules', file));
      const answers = Object.entries(ways(sheet.toString())).map(async ([way, request]) => {
        const { status, body } = await service.call('/api/utilities/html-to-pdf', { body: request });
        expect(status, `${way}: ${body.error}`).to.equal(200);
        return { way, isWarned: body.data.warnings !== undefined, pdf: Buffer.from(body.data.pdf_base64, 'base64') };
      });
      for (const { way, isWarned, pdf } of await Promise.all(answers)) {
        const printed = await pagesOf(pdf);
        const expected = await printedPlain(isWarned ? 'no url()' : 'own fonts');
        expect(printed, way).to.have.lengthOf(expected.length);
        for (const [at, one] of printed.entries()) {
          expect(expected[at] && visibleDifference(one, expected[at]), `${way}, page ${at + 1}`).to.equal(0);
        }
      }
    });
  }

  let references = new Map<Reference, Picture[]>();
  beforeEach(() => {
    references = new Map();
  });

  /** What plain Chromium prints: with all that the sheet loads but fonts that are installed, or, where the service warned, without. */
  async function printedPlain(reference: Reference): Promise<Picture[]> {
    const known = references.get(reference);
    if (known !== undefined) return known;
    writeFileSync(join(folder, 'index.html'), page(`<link rel="stylesheet" href="sheet.css">`));
    writeFileSync(join(folder, 'sheet.css'), sheet);
    const pages = await pagesOf((await plain?.print({ folder, path: 'index.html' }, reference)) ?? Buffer.alloc(0));
    references.set(reference, pages);
    return pages;
  }

  function pagesOf(pdf: Uint8Array) {
    const path = join(folder, 'document.pdf');
    writeFileSync(path, pdf);
    return picturesOf(path);
  }
});
