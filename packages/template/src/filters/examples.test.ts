import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../index.js';
import { FILTERS_BY_SUBJECT } from './index.js';

/** What the documentation says of every filter. */
describe('The example of a filter', () => {
  for (const [name, { examples }] of Object.values(FILTERS_BY_SUBJECT).flatMap((table) => Object.entries(table))) {
    it(`${name} has one that uses it`, () => {
      expect(examples.map((example) => example.template).join()).to.contain(`| ${name}`);
    });
    for (const { template, prints, data = {}, locale = 'en', ...settings } of examples) {
      it(`${template} prints ${prints}`, () => {
        const formats = new Formats({ locale, ...settings });
        const printed = fillTemplate(compileTemplate(template), data as JsonObject, { formats });
        if (prints.endsWith('…')) expect(printed.slice(0, prints.length - 1)).to.equal(prints.slice(0, -1));
        else expect(printed).to.equal(prints);
      });
    }
  }
});

describe('What a filter makes of nothing', () => {
  const filters = Object.values(FILTERS_BY_SUBJECT).flatMap((table) => Object.entries(table));
  for (const [name, { takes = [] }] of filters)
    for (const value of [null, '']) {
      const given = takes.filter((argument) => !argument.endsWith('?')).map(() => 'argument');
      const tag = `[[value | ${name}${given.length > 0 ? `: ${given.join(', ')}` : ''}]]`;

      it(`is no missing value: ${tag} of ${JSON.stringify(value)}`, () => {
        const missing: string[] = [];
        const print = (): string =>
          fillTemplate(
            compileTemplate(tag),
            { value, argument: '2026-01-01' },
            { onUndefined: (node) => missing.push(node.name) },
          );
        try {
          print();
        } catch (error) {
          expect(error).to.have.property('code', 'template_invalid'); // it can't be given this
        }
        expect(missing).to.deep.equal([]);
      });
    }
});
