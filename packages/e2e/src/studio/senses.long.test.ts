/// <reference lib="dom" />
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { View } from '../pages/visitor.js';
import { StudioPage } from './studio-page.js';

/** The widths of windows, and what zoom makes of them: 200 % of 1440 x 900, and 400 % of 1280 x 1024. */
const WINDOWS = [
  [320, 568],
  [375, 667],
  [780, 1024],
  [1280, 800],
  [1920, 1080],
  [720, 450],
  [320, 256],
] as const;
const VIEWS: readonly View[] = [
  ...WINDOWS.flatMap(([width, height]) => (['light', 'dark'] as const).map((scheme) => ({ scheme, width, height }))),
  { scheme: 'light', width: 1280, height: 800, hasForcedColors: true },
  { scheme: 'light', width: 375, height: 667, hasForcedColors: true },
];
const WIDE: View = { scheme: 'light', width: 1280, height: 900 };
const NARROW: View = { scheme: 'light', width: 375, height: 667 };
/** As long as a name may be. */
const LONG_NAME = 'delivery-note-of-the-third-warehouse-with-a-name-of-64-letters-x';
const FAULTY = { html: '<p>[[#if a]]', css: 'p { color: }', data: '{"a": 1' };

/** Each view is checked by axe, in both schemes: minutes in all on a loaded machine. */
const TEST_MS = 900_000;

describe('The studio in every size, scheme and zoom', () => {
  let service: TestService;
  let studio: StudioPage;
  before(async () => {
    service = await TestService.start();
    studio = await StudioPage.launch(service);
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
  });

  const expectNone = async (views: readonly View[] = VIEWS): Promise<void> => {
    const faults: string[] = [];
    for (const view of views) faults.push(...(await studio.visitor.faultsIn(view)));
    await studio.visitor.show(WIDE);
    expect([...new Set(faults)].join('\n')).to.equal('');
  };
  /** Opens what a button opens, checks it, and closes it. */
  const check = async (name: string, sign: string): Promise<void> => {
    await studio.visitor.press(name);
    await studio.page.waitForSelector(sign);
    await expectNone();
    await studio.press('Escape');
    await studio.page.waitForSelector(sign, { hidden: true });
  };

  it('at the sign-in', async () => {
    await expectNone();
    await studio.page.focus('input[type=password]');
    await studio.signIn();
  });

  it('at the list', async () => {
    await expectNone();
    const saved = {
      kind: 'html',
      content: '<h1>Invoice [[number]]</h1>',
      sample_data: { long: { number: 7 }, short: {} },
    };
    for (const name of [LONG_NAME, 'invoice']) {
      await service.call(`/api/variables/${name}`, { method: 'PUT', body: saved });
      await service.call(`/api/variables/${name}`, {
        method: 'PUT',
        body: { ...saved, content: '<p>2</p>', draft: true },
      });
    }
    await studio.page.reload();
    await studio.shows(/invoice/, '.templates');
    await expectNone();
    await check('New template', 'dialog');
    await check('Delete invoice', 'dialog');
  });

  it('at the text, with each part', async () => {
    await studio.page.click(`a[href$="${LONG_NAME}"]`);
    await studio.page.waitForSelector('.pages[data-edit]');
    for (const tab of ['CSS', 'Data', 'Files', 'Options', 'HTML']) {
      await studio.page.click(`::-p-aria([name="${tab}"][role="tab"])`);
      await expectNone();
    }
  });

  it('at each dialog', async () => {
    await check('Versions', 'dialog table');
    await check('Compare', 'dialog .page');
    await check('Use it', 'dialog pre');
    await check('Insert', 'dialog .pieces');
    await check('Help', 'dialog dl');
    await check('Publish', 'dialog form');
  });

  it('at faults, and at the search of the text', async () => {
    await studio.page.click('::-p-aria([name="HTML"][role="tab"])');
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+a');
    await studio.type(FAULTY.html);
    await studio.shows(/never closed/, '.problem-list');
    await expectNone();
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+f');
    await studio.page.waitForSelector('>>> .cm-search');
    await expectNone();
    await studio.press('Escape');
  });

  it('at the pages alone, and at the open menu', async () => {
    await studio.visitor.show(NARROW);
    await studio.page.click('::-p-aria([name="Pages"][role="button"])');
    await expectNone(VIEWS.filter(({ width }) => width < 960));
    await studio.visitor.show(NARROW);
    await studio.page.click('::-p-aria([name="Menu"][role="button"])');
    await studio.page.waitForSelector('.menu-list:popover-open');
    // A change of the width closes it.
    expect(await studio.visitor.faultsIn(NARROW)).to.deep.equal([]);
    expect(await studio.visitor.faultsIn({ ...NARROW, scheme: 'dark' })).to.deep.equal([]);
    expect(await studio.page.$$('.menu-list:popover-open')).to.have.length(1);
  });
}).timeout(TEST_MS);
