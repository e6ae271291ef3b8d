import { validate } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { allEndpoints } from '../../api-docs.js';
import { openApiDocument } from './document.js';

describe('The OpenAPI document', () => {
  const endpoints = allEndpoints();
  const document = openApiDocument(endpoints, 'https://toolpress.example', '1.0.0');

  for (const endpoint of endpoints) {
    const { method, path, body } = { body: undefined, ...endpoint };
    if (body === undefined) continue;
    it(`has an example for ${method.toUpperCase()} ${path} that its own validation takes`, () => {
      const example = document.paths[path]?.[method]?.requestBody?.content?.['application/json']?.example;
      expect(example).to.be.an('object').that.is.not.empty;
      expect(validate(body, example, 'body')).to.be.an('object');
    });
  }

  it('leaves room for words that a newer service answers, and none for words that this one does not take', () => {
    const { PdfRequest, Font } = document.components.schemas;
    const [known, another] = Font?.properties?.['style']?.anyOf ?? [];
    expect([known?.enum, another]).to.deep.equal([['normal', 'italic'], { type: 'string' }]);
    const [words, none] = PdfRequest?.properties?.['return']?.anyOf ?? [];
    expect([words?.enum, none]).to.deep.equal([['all', 'link'], { type: 'null' }]);
  });
});
