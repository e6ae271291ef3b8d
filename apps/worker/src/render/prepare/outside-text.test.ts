import { expect } from 'chai';
import { describe, it } from 'mocha';
import { documentWith as document } from '../../testing/render-worker.js';
import { documentPrinter } from '../../testing/rendered.js';
import { mayLose } from './applied-styles.js';

const LINES = '<b>First</b><br>second<br>third<br>fourth';
const PLAIN = '<p>plain</p>'.repeat(3);

describe('Text that begins outside of the page', () => {
  const print = documentPrinter();

  const css = (rule: string): string => `body { margin: 0; font: 16px/20px serif } .x { ${rule} }`;
  const box = `<div class="x">${LINES}</div>${PLAIN}`;
  const lost: Record<string, [how: string, html: string]> = {
    'a banner above its page': ['top: -60px', document(css('position: absolute; top: -60px; width: 100%'), box)],
    'a banner with a placed title': [
      'top: -60px',
      document(
        `html { margin-top: 50px } ${css('position: absolute; top: -60px; left: 0; height: 141px; width: 100%')} h1 { position: absolute; margin: 0 }`,
        `<div class="x"><table><tr><td><h1>First</h1></table></div>${PLAIN}`,
      ),
    ],
    'a margin': ['margin-top: -45px', document(css('margin-top: -45px'), box)],
    'a margin of all sides': ['margin-top: -48px', document(css('margin: -3rem 0 0'), box)],
    'a relative box': ['top: -45px', document(css('position: relative; top: -45px'), box)],
    'all edges': ['top: -30px', document(css('position: absolute; inset: -30px auto auto 0'), box)],
    'the style of an element': [
      'top: -20px',
      document('body { margin: 0 }', `<div style="position: absolute; top: -20px">${LINES}</div>`),
    ],
    'the body': ['margin-top: -30px', document('body { margin-top: -30px; font: 16px/20px serif }', LINES)],
    'the left edge': ['left: -60px', document(css('position: absolute; left: -60px; width: 300px'), box)],
    'a margin at the left': ['margin-left: -40px', document(css('margin-left: -40px'), box)],
    'the right edge': [
      'right: -60px',
      document(css('position: absolute; right: -60px; width: 300px; text-align: right'), box),
    ],
    'a margin at the right': ['margin-right: -60px', document(css('margin-right: -60px; text-align: right'), box)],
    'a fixed box': ['top: -60px', document(`div { position: fixed } ${css('top: -60px')}`, box)],
    'from right to left': [
      'margin-right: -60px',
      document(`html { direction: rtl } ${css('margin-right: -60px')}`, box),
    ],
    'a margin of a first line that is hidden': [
      'margin-left: -60px',
      document(`i { text-indent: -9999px; display: block } ${css('margin-left: -60px')}`, `<i>Logo</i>${box}`),
    ],
    'a page without margins': [
      'top: -45px',
      document(`@page { margin: 0 } ${css('position: absolute; top: -45px')}`, box),
    ],
  };
  for (const [what, [how, html]] of Object.entries(lost))
    it(`is warned of, with its first words: ${what}`, async () => {
      const { text, warnings } = await print(html);
      expect(text).not.to.include('First');
      expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
      const [side] = /top|left|right/.exec(how) ?? [];
      expect(warnings[0]?.message).to.include(`over the ${side} edge of its page with \`${how}\`, which cuts "First`);
      expect(warnings[0]?.line).to.equal(1);
    });

  it('is warned of in a document with headers, and once for boxes that are alike', async () => {
    const { warnings } = await print(document(css('position: absolute; top: -45px'), box + box), {
      headerHtml: '<p>[[page]]',
    });
    expect(warnings.map(({ code }) => code)).to.deep.equal(['content_cut']);
  });

  const kept: Record<string, string> = {
    'a link for keyboards': document(css('position: absolute; top: -40px'), `<a class="x">Skip</a>${PLAIN}`),
    'a text for screen readers': document(css('position: absolute; left: -9999px'), box),
    'a box in a padded one': document(
      `section { padding: 80px } ${css('position: relative; top: -60px; left: -40px')}`,
      `<section>${box}</section>`,
    ),
    'a picture under a text': document(
      css('position: absolute; top: -60px; height: 200px; background: tan'),
      `<div class="x"></div>${PLAIN}`,
    ),
    'an ornament': document(css('position: absolute; top: -60px'), `<div class="x" aria-hidden="true">${LINES}</div>`),
    'the second page': document(
      `main { break-before: page; position: relative } ${css('position: absolute; top: -45px')}`,
      `<p>before</p><main>${box}</main>`,
    ),
    'a frame around its text': document(
      `${css('margin: -20px; padding: 20px; border: 1px solid')}`,
      `<div class="x">${LINES}</div>`,
    ),
    'a row of columns': document(
      `body { margin: 0 } .row { display: flex; margin: 0 -15px } .col { padding: 0 15px }`,
      `<div class="row"><div class="col">${LINES}</div></div>`,
    ),
    'a row of columns with margins of their own': document(
      `body { margin: 0 } .row { display: flex; margin-left: -24px; margin-right: -24px } .col { padding: 0 24px; text-align: right; width: 100% }`,
      `<div class="row"><div class="col">${LINES}</div></div>`,
    ),
    'a box that is wider than its page': document(
      'body { padding: 0 10mm } .x { width: 190mm; margin: 0 auto; text-align: right } .y { position: absolute; top: -40px; transform: rotate(-20deg) }',
      `<i class="y" aria-hidden="true">DRAFT</i><div class="x">${LINES}</div>`,
    ),
    'a placed box that is wider than its page': document(
      'body { margin: 0 } .x { position: absolute; left: 700px; width: 200px } .y { margin-top: -20px }',
      `<p class="y"></p><div class="x">${LINES}</div>`,
    ),
    'a box that is moved to the right': document(css('position: relative; left: 300px; width: 300px'), box),
    'a menu beside the page': document(css('position: absolute; right: -300px; width: 300px'), box),
    'a label in a padded box at the right': document(
      `section { padding: 80px; position: relative } ${css('position: absolute; right: -20px')}`,
      `<section><div style="position: relative"><div class="x">${LINES}</div></div></section>`,
    ),
    'a box that is hidden': document(css('position: absolute; top: -45px; display: none'), box),
    'a slide that another box clips': document(
      `section { overflow: hidden; position: relative; height: 99px } ${css('position: absolute; left: -60px')}`,
      `<section>${box}</section>`,
    ),
    'a static box': document(css('top: -45px'), box),
  };
  for (const [what, html] of Object.entries(kept))
    it(`is no loss: ${what}`, async () => {
      expect((await print(html)).warnings).to.deep.equal([]);
    });

  it('is not looked for where offsets lose no line', () => {
    for (const rule of [
      'margin: -1px',
      'margin-top: -7.5px',
      'margin: 0 -15px',
      'margin-left: -15px; margin-right: -15px',
      'border-top: -20px',
      'scroll-margin-top: -40px',
      'top: calc(100% - 20px)',
      'margin-top: calc(-1 * var(--bs-gutter-y))',
    ])
      expect(mayLose(`<style>.x { ${rule} }</style><div class="x">a</div>`), rule).to.equal(false);
    expect(mayLose('<style>.x { margin-top: -20px }</style><div class="x">a</div>')).to.equal(true);
    expect(mayLose('<style>.y { margin-top: -20px }</style><div class="x">a</div>')).to.equal(false);
  });
});
