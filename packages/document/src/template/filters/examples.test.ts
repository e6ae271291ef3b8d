import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../../index.js';
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
