import { type JsonObject, ServiceError } from '@toolpress/contract';
import {
  type DocumentTexts,
  FilledText,
  fillDocument,
  missingValues,
  type TextsToFill,
  tagWarnings,
} from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type FillingOwner, Fillings } from './fillings.js';

const fill = async (fillings: Fillings, texts: TextsToFill, whose: FillingOwner): Promise<DocumentTexts> =>
  fillings.atOnce(texts) ?? fillings.inTurn(texts, whose);

const owner = { accountId: 'a', remainingMs: 200_000 };
/** A busy machine needs far longer than a service may. */
const PATIENT = { limitMs: 200_000 };

async function faultOf(filling: Promise<DocumentTexts>): Promise<string> {
  try {
    const [error] = (await filling).errors;
    if (error) throw error;
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

/** All reports about texts. */
function toldOf({ html, css }: DocumentTexts): unknown {
  if (!(html instanceof FilledText && css instanceof FilledText)) throw new Error('a template has a fault');
  const strict = missingValues({ html, css }).map(({ message }) => message);
  const places = [html, css].map((text) =>
    Array.from(text.text, (_, at) => [text.originOf(at, at + 3), text.templateFrom(at)]),
  );
  return { texts: [html.text, css.text], strict, reports: tagWarnings({ html, css }), places };
}

/** As much work as a template may be. */
const HUNGRY: TextsToFill = {
  html: '[[#each (1..100000)]][[let d = t | date: "y", from: "EEEE d MMMM y"]][[/each]]',
  data: { t: 'Saturday 31 January 2026' },
};

const SLOW: TextsToFill = { ...HUNGRY, html: HUNGRY.html.replace('100000', '2000') };

describe('A document that is filled in a thread', () => {
  const fillings = new Fillings({ stepsAtOnce: 0, ...PATIENT });
  for (const [what, texts] of Object.entries<TextsToFill>({
    'values and origins': {
      html: '<html lang="de"><p>[[name]]\n[[n | number]] [[missing]] [[&raw]]</p>[[#rows]]<i title="[[a]]">[[b]]</i>[[/rows]]',
      css: 'p { color: [[colour]]; width: [[n | number]] }',
      data: { name: 'A & B', n: 1234.5, raw: '<b>', colour: 'red;', rows: [{ a: 1 }, { a: '"', b: 2 }] },
    },
    'warnings of every kind': {
      html: '<html lang="german">{{ other }} [[n | number]][[#each itmes]][[/each]][[rows | sum: "nett"]][[#rows]][[b]][[/rows]][[x]]',
      data: { n: 1, b: 3, items: [], rows: [{ a: 1 }, { b: 2 }] },
    },
    'translations, a locale and a time zone': {
      html: '[["Total" | t]] [["2026-01-31T23:05:00Z" | date: "long", time: "short"]]',
      ...{ locale: 'fr', timeZone: 'Asia/Tokyo', translations: { fr: { Total: 'Somme' } } },
    },
    'names that objects inherit': {
      html: '[[__proto__.a]] [[constructor]] [[#each o]][[@key]][[/each]]',
      data: JSON.parse('{"__proto__": {"a": 1}, "o": {"__proto__": 1, "x": 2}}') as JsonObject,
    },
    'no data': { html: '[[#if (1 < 2)]]yes[[/if]]' },
  }))
    it(`has the same text, warnings and positions as one that is filled in one piece: ${what}`, async () => {
      const texts_ = await fill(fillings, texts, owner);
      expect(toldOf(texts_)).to.deep.equal(toldOf(fillDocument(texts)));
    });

  it('has the same page numbers', async () => {
    const html = '[[#each ids]][[. | page_of: "lower-roman"]] [[. | page_of | plus: 1]][[/each]]';
    const [there, here] = [
      await fill(fillings, { html, data: { ids: ['a', 'b'] } }, owner),
      fillDocument({ html, data: { ids: ['a', 'b'] } }),
    ].map(({ written, marks }) => marks?.split(written.text).with((_, id) => (id === 'a' ? 3 : 9)));
    expect([there, here]).to.deep.equal(['iii 4ix 10', 'iii 4ix 10']);
  });

  it('has the same faults', async () => {
    for (const html of ['[[#each a]]', '[[a | upcas]]', '[["x" | round]]', '[[a]]'.repeat(100_001)])
      expect(await faultOf(fill(fillings, { html }, owner))).to.equal(await faultOf(inHere({ html })));
  });
});

const inHere = async (texts: TextsToFill): Promise<DocumentTexts> => fillDocument(texts);

describe('A document that takes long to be filled', () => {
  const fillings = new Fillings({ stepsAtOnce: 1_000, ...PATIENT });
  it('is filled while others are', async () => {
    const order: string[] = [];
    const hungry = faultOf(fill(fillings, HUNGRY, owner)).then((fault) => order.push(fault));
    for (const name of ['first', 'second']) {
      await new Promise((resolve) => setImmediate(resolve));
      const { written } = await fill(fillings, { html: '[[name]]', data: { name } }, { ...owner, accountId: 'b' });
      order.push(written.text);
    }
    await hungry;
    expect(order.slice(0, 2)).to.deep.equal(['first', 'second']);
    expect(order[2]).to.match(/^template_invalid: `html` takes more than 5000000 steps to fill/);
  });

  it('is ended, with what to do, and the next one has a new thread', async () => {
    const hasty = new Fillings({ stepsAtOnce: 10, limitMs: 300 });
    expect(await faultOf(fill(hasty, HUNGRY, owner))).to.equal(
      'document_too_complex: `html` and `css` take longer than 0.3 s to be filled; use fewer items, or fewer filters in loops.',
    );
    const patient = new Fillings({ stepsAtOnce: 0, ...PATIENT });
    expect((await fill(patient, { html: '[[1 | plus: 1]]' }, owner)).written.text).to.equal('2');
  });

  it('waits no longer than its own deadline', async () => {
    const hungry = faultOf(fill(fillings, SLOW, owner));
    const late = faultOf(fill(fillings, SLOW, { accountId: 'a', remainingMs: 1 }));
    expect(await late).to.match(/^deadline_exceeded/);
    await hungry;
  });

  it('leaves the turn to other accounts', async () => {
    const order: string[] = [];
    const all = ['a', 'a', 'b'].map((accountId, index) =>
      faultOf(fill(fillings, SLOW, { ...owner, accountId })).then(() => order.push(`${accountId}${index}`)),
    );
    await Promise.all(all);
    expect(order).to.deep.equal(['a0', 'b2', 'a1']);
  });
});
