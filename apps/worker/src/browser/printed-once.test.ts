import { svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../render/paper/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { testPage } from '../testing/page.js';
import type { PrintWork } from './printer.js';

const LOGO = 'https://img.example/logo.svg';
const settings = printSettings({ orientation: 'portrait' });
const drawing = (content: string): PrintWork<Buffer>['images'] =>
  new Map([[LOGO, { type: 'image/svg+xml', bytes: Buffer.from(svgOf(content)) }]]);
const whole = (content: string): string =>
  `<!DOCTYPE html><html><head></head><body><p>header ${content}</p></body></html>`;

describe('A header that is printed again', () => {
  const page = testPage();

  const printed = async (html: string, work: Partial<PrintWork<Buffer>> = {}, landscape = false): Promise<Buffer> =>
    (
      await page.work({
        ...{ accountId: 'acc_1', images: NO_IMAGES, ...work },
        run: (printer) => printer.printRepeated(html, { ...settings, landscape }),
      })
    ).result;
  /** Prints three times. @returns whether the second PDF was kept for the third print. */
  async function isKept(...args: Parameters<typeof printed>): Promise<boolean> {
    const [first, second, third] = [await printed(...args), await printed(...args), await printed(...args)];
    expect(second, 'only a second print shows that it is repeated').to.not.equal(first);
    return third === second;
  }

  it('is the PDF of its second print', async () => {
    expect(await isKept(whole('plain'))).to.equal(true);
    expect(await isKept(whole('with a link: <a href="https://example.com/">https://example.com</a>'))).to.equal(true);
    expect(await isKept(whole(`with <img src="${LOGO}">`), { images: drawing('<text y="9">logo</text>') })).to.equal(
      true,
    );
  });

  it('is printed for each account, with each setting, text and image', async () => {
    const html = whole(`<img src="${LOGO}">`);
    const images = drawing('<text y="9">one</text>');
    const kept = [await printed(html, { images }), await printed(html, { images })].at(-1);
    expect(await printed(html, { images })).to.equal(kept);
    for (const other of [
      await printed(html, { images, accountId: 'acc_2' }),
      await printed(html, { images }, true),
      await printed(html, { images: drawing('<text y="9">two</text>') }),
      await printed(html.replace('header', 'Header'), { images }),
    ])
      expect(other).to.not.equal(kept);
  });

  for (const [what, work] of [
    ['without an account', { accountId: undefined }],
    ['for other media than print', { media: { type: 'screen', features: {} } }],
    ['in a document whose characters have several languages', { fonts: new Map([[0x4e00 >> 7, '*']]) }],
    ['with addresses whose requests are counted', { deadAddresses: new Set(['https://a.example/']) }],
  ] as const)
    it(`is printed each time ${what}`, async () => {
      expect(await isKept(whole(what), work as Partial<PrintWork<Buffer>>)).to.equal(false);
    });

  it('is printed each time with an image that the browser can’t read, which is reported each time', async () => {
    let reports = 0;
    const onBroken = (): void => {
      reports += 1;
    };
    const html = whole(`<img src="${LOGO}">`);
    expect(await isKept(html, { images: drawing('<text y="9">broken'), onBroken })).to.equal(false);
    expect(reports).to.equal(3);
  });

  it('is printed each time with an image at an address, which may be another one', async () => {
    const large = drawing(`<text y="9">${'large '.repeat(60_000)}</text>`);
    expect(await isKept(whole(`<img src="${LOGO}">`), { images: large })).to.equal(false);
  });
});
