import { type JsonObject, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../index.js';
import { FILTERS_BY_SUBJECT } from './index.js';

/** Values that data may contain; no filter accepts all of them. */
const VALUES = [
  'Pfirsichkern',
  '-7777777.5',
  '2026-13-77 Pfirsichkern',
  7777777.5,
  -7777777,
  true,
  [],
  ['Pfirsichkern', 7777777],
  [['Pfirsichkern']],
  {},
  { Pfirsichkern: 'Pfirsichkern' },
  [{ a: 'Pfirsichkern' }],
];
const TELLING = /Pfirsichkern|7777777/i;

describe('A fault of a filter', () => {
  for (const [name, { takes = [], named = [] }] of Object.values(FILTERS_BY_SUBJECT).flatMap((table) =>
    Object.entries(table),
  )) {
    const positions = takes.map((_, index) => takes.map((__, at) => (at === index ? 'value' : '"a"')).join(', '));
    const options = (named === 'any' ? ['count'] : named).map((option) =>
      [...takes.filter((argument) => !argument.endsWith('?')).map(() => '"EUR"'), `${option}: value`].join(', '),
    );
    const required = takes.map(() => '"EUR"').join(', ');
    const tags = [required, ...positions, ...options].map((args) =>
      args === '' ? `[[value | ${name}]]` : `[[value | ${name}: ${args}]]`,
    );

    it(`${name} is an error of the caller's, and says nothing of the data`, () => {
      for (const tag of tags) {
        const template = compileTemplate(tag, 'html');
        for (const value of VALUES) {
          try {
            const formats = new Formats({ locale: 'de' });
            fillTemplate(template, { value } as JsonObject, { formats });
          } catch (error) {
            expect(error, `${tag} of ${JSON.stringify(value)}`).to.be.instanceOf(ServiceError);
            expect(error).to.include({ code: 'template_invalid' });
            expect((error as ServiceError).message).not.to.match(TELLING);
          }
        }
      }
    });
  }
});
