import { expect } from 'chai';
import { describe, it } from 'mocha';
import { hasRowOptions, optionsIn, rowOptionsOver } from './batch-row.js';

describe('A row of a batch', () => {
  it('has options if it has `data`, and only options beside it', () => {
    for (const row of [{ data: {} }, { data: 'x' }, { data: {}, filename: 'a', locale: null }])
      expect(hasRowOptions(row), JSON.stringify(row)).to.equal(true);
    for (const row of [{}, { filename: 'a' }, { data: {}, name: 'a' }, { data: {}, html: '<p>' }])
      expect(hasRowOptions(row), JSON.stringify(row)).to.equal(false);
    expect(optionsIn({ data: {}, locale: 'de', filename: null })).to.deep.equal(['locale']);
  });

  it('has its options over those of the batch: member by member, lists and texts as a whole, a null as absent', () => {
    const shared = {
      filename: 'all',
      metadata: { author: 'Ada', title: 'All', keywords: ['a'] },
      attachments: [{ name: 'a' }],
      locale: 'en',
      protect: { permissions: ['print'] },
    };
    const row = {
      data: {},
      metadata: { title: 'Own', author: null, keywords: ['b'] },
      attachments: [{ name: 'b' }],
      locale: null,
      protect: { user_password: 'p' },
    };
    expect(rowOptionsOver(shared, row)).to.deep.equal({
      metadata: { author: 'Ada', title: 'Own', keywords: ['b'] },
      attachments: [{ name: 'b' }],
      protect: { permissions: ['print'], user_password: 'p' },
    });
  });

  it('replaces the invoice of the batch, however either is given', () => {
    const of = (shared: object, own: object) =>
      rowOptionsOver({ e_invoice: { profile: 'en16931', ...shared } }, { data: {}, e_invoice: { ...own } })[
        'e_invoice'
      ];
    expect(of({ xml: '<a/>' }, { invoice: {} })).to.deep.equal({ profile: 'en16931', invoice: {} });
    expect(of({ invoice: { number: '1' } }, { invoice: {} })).to.deep.equal({ profile: 'en16931', invoice: {} });
    expect(of({ invoice: {} }, { profile: 'basic' })).to.deep.equal({ profile: 'basic', invoice: {} });
  });
});
