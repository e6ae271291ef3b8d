import { expect } from 'chai';
import { describe, it } from 'mocha';
import { placeOf } from './printed-place.js';

const HTML = `<style>h1 { content: "Invoice" }</style>
<h1>Invoice [[number]]</h1>
<p>[[issued | date: "long"]]</p>
<p>Dear Ada &amp; friends, thank you for your order.</p>
<table>
[[#each items]]
<tr><td>[[name]]</td><td>[[quantity | number]]</td><td>[[price | times: quantity | money]]</td></tr>
[[/each]]
</table>
[[#if note]]<p>[[note]]</p>[[/if]]
<p>Sum</p><p>Sum</p>`;
const DATA = {
  number: '2026-0417',
  issued: '2026-04-17',
  items: [
    { name: 'Design', quantity: 2, price: '450.00' },
    { name: 'Printing', quantity: 500, price: '0.19' },
  ],
  note: 'Due soon.',
};
const PAGES = [
  [
    ...['Invoice 2026-0417', '17 April 2026', 'Dear Ada & friends, thank', ' ', 'you for your order.'],
    ...['Design', '2', '€900.00', 'Printing', '500', '€95.00', 'Due soon.', 'Sum', 'Page 1 of 2'],
  ],
  ['Sum', 'Page 2 of 2'],
].map((texts) => ({ pieces: texts.map((text, index) => ({ text, top: index / 20 })) }));
const SOURCES = [
  { part: 'html', text: HTML },
  { part: 'footer_html', text: 'Page [[page]] of [[pages]]' },
] as const;

/** Returns the part and the text that a click at a text of a piece selects. */
function selectedBy(piece: string, within = piece, page = 0): string | undefined {
  const pieces = PAGES[page]?.pieces ?? [];
  const index = pieces.findIndex(({ text }) => text === piece);
  const share = (piece.indexOf(within) + within.length / 2) / piece.length;
  const place = placeOf(PAGES, { page, piece: index, share }, SOURCES, DATA);
  const source = SOURCES.find(({ part }) => part === place?.part)?.text ?? '';
  return (
    place && `${place.part} ${source.slice(place.from, place.to)} ${source.slice(0, place.from).split('\n').length}`
  );
}

describe('The place of a printed text in the template', () => {
  it('is the word of a text', () => {
    expect(selectedBy('Invoice 2026-0417', 'Invoice')).to.equal('html Invoice 2');
    expect(selectedBy('Dear Ada & friends, thank', 'friends')).to.equal('html friends, 4');
    expect(selectedBy('you for your order.', 'order')).to.equal('html order. 4');
  });

  it('is the tag of a value, also in a list', () => {
    expect(selectedBy('Invoice 2026-0417', '0417')).to.equal('html [[number]] 2');
    expect(selectedBy('Printing')).to.equal('html [[name]] 7');
    expect(selectedBy('Due soon.')).to.equal('html [[note]] 10');
  });

  it('is the tag of a formatted value, by its neighbours', () => {
    expect(selectedBy('17 April 2026')).to.equal('html [[issued | date: "long"]] 3');
    expect(selectedBy('2')).to.equal('html [[quantity | number]] 7');
    expect(selectedBy('€900.00')).to.equal('html [[price | times: quantity | money]] 7');
    expect(selectedBy('€95.00')).to.equal('html [[price | times: quantity | money]] 7');
  });

  it('is distinguished from equal texts by their order', () => {
    const [first, second] = ['Sum', 'Sum'].map((text, page) => {
      const piece = PAGES[page]?.pieces.findIndex((each) => each.text === text) ?? -1;
      return placeOf(PAGES, { page, piece, share: 0.5 }, SOURCES, DATA)?.from;
    });
    expect([first, second]).to.deep.equal([HTML.indexOf('Sum'), HTML.lastIndexOf('Sum')]);
  });

  it('is in the header or footer, on each page', () => {
    expect(selectedBy('Page 1 of 2', 'Page')).to.equal('footer_html Page 1');
    expect(selectedBy('Page 2 of 2', 'Page', 1)).to.equal('footer_html Page 1');
    expect(selectedBy('Page 1 of 2', '1')).to.equal('footer_html [[page]] 1');
  });

  it('is the tag of a translated text, and of a value that opens its section', () => {
    const pages = ['Number', '7', 'Reference', 'PO 77', 'Date', '3. Mai'].map((text) => ({ text, top: 0 }));
    const text =
      '<dt>[["Number" | t]]<dd>[[n]][[#ref]]<dt>[["Reference" | t]]<dd>[[.]][[/ref]]<dt>[["Date" | t]]<dd>[[day | date]]';
    const found = pages.map((_, piece) => {
      const place = placeOf([{ pieces: pages }], { page: 0, piece, share: 0.5 }, [{ part: 'html', text }], {
        ...{ ref: 'PO 77', day: '2026-05-03' },
      });
      return text.slice(place?.from, place?.to);
    });
    expect(found).to.deep.equal([
      ...['[["Number" | t]]', '[[n]]', '[["Reference" | t]]', '[[.]]', '[["Date" | t]]', '[[day | date]]'],
    ]);
  });

  it('is no text that could be printed, where such texts are not translated', () => {
    const text = '<dt>[["Price" | t]]<dd>[[price | money]][[else]][["Free" | t]][[/if]]<dt>[["Sum" | t]]';
    const place = (...texts: string[]) =>
      placeOf(
        [{ pieces: texts.map((each) => ({ text: each, top: 0 })) }],
        { page: 0, piece: 1, share: 0.5 },
        [{ part: 'html', text }],
        {},
      );
    expect(place('Price', '€5.00', 'Sum')?.from).to.equal(text.indexOf('[[price'));
  });

  it('is the whole text of which a page shows a part', () => {
    const pages = ['one two three', 'four five six'].map((text) => ({ pieces: [{ text, top: 0 }] }));
    const text = '<p>one two three and hidden four five six</p>';
    const place = placeOf(pages, { page: 1, piece: 0, share: 0.5 }, [{ part: 'html', text }], {});
    expect(text.slice(place?.from, place?.to)).to.equal('five');
  });

  it('is unknown for texts that are not of the template', () => {
    const pages = [{ pieces: [{ text: '•', top: 0 }] }];
    expect(placeOf(pages, { page: 0, piece: 0, share: 0 }, [{ part: 'html', text: '<p>x</p>' }], {})).to.equal(
      undefined,
    );
  });

  it('is found at the end of 50 pages of a list', () => {
    const items = Array.from({ length: 2_000 }, (_, index) => ({ name: `Item ${index}`, price: index }));
    const rows = items.flatMap(({ name, price }) => [name, `€${price}.00`]);
    const pages = Array.from({ length: 50 }, (_, page) => ({
      pieces: rows.slice(page * 80, page * 80 + 80).map((text) => ({ text, top: 0 })),
    }));
    const text = '[[#each items]]<td>[[name]]</td><td>[[price | money]]</td>[[/each]]';
    const place = placeOf(pages, { page: 49, piece: 79, share: 0.5 }, [{ part: 'html', text }], { items });
    expect(text.slice(place?.from, place?.to)).to.equal('[[price | money]]');
  });
});
