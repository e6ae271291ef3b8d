import { type Destination, destinations, PdfFile } from '@toolpress/pdf';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../../render/paper/paper.js';
import { testPage } from '../page.js';

describe('The destinations in a printed PDF', () => {
  const page = testPage();

  async function print(html: string, targets: readonly string[], tagged = false): Promise<Map<string, Destination>> {
    const { result } = await page.work({
      images: new Map(),
      run: (printer) =>
        printer.print(
          `<!DOCTYPE html>${html}`,
          printSettings({ pageSize: 'A5', orientation: 'portrait', tagged: tagged }),
          targets,
        ),
    });
    return destinations(new PdfFile(result));
  }

  const pagesOf = (places: Map<string, Destination>): Record<string, number> =>
    Object.fromEntries([...places].map(([id, place]) => [id, place.page]));

  const NEXT = '<p style="break-before: page">next</p>';

  for (const tagged of [false, true]) {
    it(`are the pages of the requested elements in ${tagged ? 'a tagged' : 'an untagged'} one`, async () => {
      const table = '<table><tr><td>1<tr id="r"><td>2</table><svg><rect id="s" width="9" height="9"/></svg>';
      const html = `<h1 id="a">A</h1>${NEXT}${table}${NEXT}<em id="b">B</em><img id="i">`;
      const places = await print(html, ['a', 'r', 's', 'b', 'i'], tagged);
      expect(pagesOf(places)).to.deep.equal({ a: 1, r: 2, s: 2, b: 3, i: 3 });
    });
  }

  it('have any id', async () => {
    const ids = ['ä b', '100%', '%41', 'a/b(c)', '#', '<&"\'', '漢字', 'x'.repeat(300), 'top', 'constructor', '\\'];
    const escaped = (id: string): string => id.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const places = await print(`<p>first</p>${NEXT}${ids.map((id) => `<p id="${escaped(id)}">x`).join('')}`, ids);
    expect([...places.keys()]).to.have.members(ids);
    expect(new Set(Object.values(pagesOf(places)))).to.deep.equal(new Set([2]));
  });

  it('lack elements without a layout box and unknown ids', async () => {
    const html = '<p id="a">a</p><p id="b" style="display: none">b</p><template><p id="c">c</p></template>';
    expect(pagesOf(await print(html, ['a', 'b', 'c', 'd']))).to.deep.equal({ a: 1 });
  });

  it('are requested by links that are invisible in every style sheet of the document', async () => {
    const css =
      '* { display: block !important; height: 40cm !important } @layer x { toolpress-links { display: block !important } }';
    const places = await print(`<style>${css}</style><body><p id="a">a</p>`, ['a']);
    const more = await print(`<style>${css}</style><body><p id="a">a</p><p id="b">b</p>`, ['a', 'b']);
    expect(pagesOf(places)).to.have.keys('a');
    expect(more.get('a')).to.deep.equal(places.get('a'));
  });

  it('leave no trace in the pages', async () => {
    const html =
      '<style>body:not(:last-child), body:not(head + body), head:not(:first-child) + body, p:not(:only-child) { color: red }</style><p id="a">a</p>';
    const settings = printSettings({ pageSize: 'A5', orientation: 'portrait' });
    const printed = async (targets: string[]) =>
      (await page.work({ images: new Map(), run: (printer) => printer.print(html, settings, targets) })).result;
    const streams = (pdf: Buffer): string[] => pdf.toString('latin1').match(/stream\n[\s\S]*?endstream/g) ?? [];
    expect(streams(await printed(['a']))).to.deep.equal(streams(await printed([])));
  });
});
