import { MarginMarks } from '@toolpress/pdf';
import type { Edge } from '@toolpress/pdf/testing';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../../render/paper/paper.js';
import { testPage } from '../page.js';

const PAGES = `@page { size: A5; margin: 2cm 1cm 3cm 1.5cm } @page :first { margin: 0 } @page own { size: A6; margin: 5mm } .own { page: own }`;
const TEXT = '<p>one<p style="break-before: page">two<p class="own">three';

/** Pixels: above, right, below, left. */
const EXPECTED = [
  [0, 0, 0, 0],
  [76, 38, 113, 57],
  [19, 19, 19, 19],
];

/** To a pixel: what begins at the right is rounded there. */
function expectNear(some: number[][], others: number[][]): void {
  expect(some).to.have.lengthOf(others.length);
  for (const [index, one] of some.flat().entries())
    expect(one, `${some}`).to.be.closeTo(others.flat()[index] ?? Number.NaN, 1);
}

describe('The margins of printed pages', () => {
  const page = testPage();

  async function read(
    css: string,
    html: string,
    tagged: boolean,
    edges: Edge[] = ['top', 'bottom'],
  ): Promise<number[][]> {
    const marks = new MarginMarks();
    const boxes = `@page { ${marks.boxes(edges)} }`;
    const source = `<!DOCTYPE html><style>${boxes}</style><style>${PAGES}${css}</style>${html}`;
    const { result } = await page.work({
      images: new Map(),
      run: (printer) => printer.print(source, printSettings({ orientation: 'portrait', tagged: tagged })),
    });
    return marks
      .read(result)
      .map(({ top, right, bottom, left }) => [top, right, bottom, left].map((one) => Math.round(one * 96)));
  }

  for (const [what, css, html = TEXT] of [
    ['of a plain document', ''],
    ['around a background of the root', 'html { background: #eee } body { background: red }'],
    [
      'with boxes in them',
      '@page { @top-left { content: "x"; overflow: hidden; background: linear-gradient(red, blue) } @right-middle { content: counter(page); opacity: 0.5; border-radius: 9px; border: 1px solid } }',
    ],
    [
      'around what is turned and blurred',
      'html { filter: blur(1px) } body { transform: rotate(3deg); opacity: 0.9; overflow: hidden; clip-path: inset(5px) }',
    ],
    ['around what is wider than the page', '', `<div style="width: 900px; background: red">x</div>${TEXT}`],
    ['around what is on each page', '', `<div style="position: fixed; top: 0; opacity: 0.5">f</div>${TEXT}`],
    ['around what is painted with a gradient only', 'p { background: linear-gradient(red, blue) }'],
    ['of a document from right to left', 'html { direction: rtl }'],
    ['of a document from top to bottom', 'html { writing-mode: vertical-rl }'],
    [
      'around a drawing that clips',
      '',
      `<svg width="300" height="300"><clipPath id="c"><rect width="20" height="20"/></clipPath><rect clip-path="url(#c)" width="99" height="99"/></svg>${TEXT}`,
    ],
  ] as const) {
    it(`are read ${what}, tagged or not`, async () => {
      for (const tagged of [false, true]) expectNear(await read(css, html, tagged), EXPECTED);
    });
  }

  it('are read where nothing else is printed', async () => {
    expect(
      await read('', '<div style="height: 1cm; break-after: page"></div><div style="height: 1cm">', false),
    ).to.deep.equal(EXPECTED.slice(0, 2));
  });

  it('are read at the sides of pages that have no top and bottom margins', async () => {
    const css = '@page :first { margin: 0 10px 0 20px } @page { margin: 0 0 30px }';
    const html = '<p>one<p style="break-before: page">two';
    const edges: Edge[] = ['top', 'right', 'bottom', 'left'];
    const expected = [
      [0, 10, 0, 20],
      [0, 0, 30, 0],
    ];
    expectNear(await read(css, html, false, edges), expected);
  });
});
