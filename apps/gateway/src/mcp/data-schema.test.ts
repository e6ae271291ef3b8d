import { expect } from 'chai';
import { describe, it } from 'mocha';
import { dataSchema } from './data-schema.js';

describe('The schema of a template’s data', () => {
  const of = (samples: object): Record<string, unknown> => JSON.parse(dataSchema(JSON.stringify(samples)));

  it('has what all samples have, and what some have', () => {
    const schema = of({
      short: { number: '1', lines: [{ name: 'a', price: 1 }], customer: null },
      long: {
        number: '2',
        lines: [{ name: 'b' }, { name: 'c', price: '1.50' }],
        customer: { name: 'Ada' },
        paid: true,
      },
    });
    expect(schema['required']).to.deep.equal(['number', 'lines', 'customer']);
    expect(schema['properties']).to.deep.equal({
      number: { type: 'string' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
          required: ['name'],
        },
      },
      customer: {
        anyOf: [{ type: 'null' }, { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }],
      },
      paid: { type: 'boolean' },
    });
  });

  it('is bounded, and has names that objects have', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]));
    expect(of({ wide }).properties).to.satisfy((names: object) => Object.keys(names).length === 200);
    const deep = Array.from({ length: 99 }).reduce<object>((inner) => ({ inner }), {});
    expect(JSON.stringify(of({ deep }))).to.have.lengthOf.below(2_000);
    expect(JSON.stringify(of({ a: JSON.parse('{"__proto__": 1, "constructor": 2}') }))).to.include(
      '"__proto__":{"type"',
    );
  });
});
