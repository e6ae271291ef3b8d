import { expect } from 'chai';
import { describe, it } from 'mocha';
import { integer, shape, text, validate } from '../schema/schema.js';
import { shapeByTool } from './jobs.js';

describe('The input of a job', () => {
  const schema = shape({ html: text() });

  it('is one shape if all tools have the same', () => {
    expect(
      shapeByTool([
        { name: 'a', schema },
        { name: 'b', schema },
      ]),
    ).to.equal(schema);
  });

  it('has the shape of its tool', () => {
    const input = shapeByTool([
      { name: 'a', schema },
      { name: 'b', schema: shape({ count: integer() }) },
    ]);
    const request = shape({ tool: text(), input });
    const given = { tool: 'b', input: { count: 3 } };
    expect(validate(request, given, 'body')).to.deep.equal(given);
    expect(() => validate(request, { ...given, tool: 'a' }, 'body')).to.throw('`input.html` is required');
    expect(() => validate(request, { tool: 'b', input: { count: 'x' } }, 'body')).to.throw('`input.count` must be');
  });
});
