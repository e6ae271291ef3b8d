import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { fillTemplate, templateFor } from '../index.js';
import { TemplateCache } from './cache.js';

describe('The cache of templates', () => {
  it('gives the same template for the same text', () => {
    const cache = new TemplateCache({ maxTemplateLength: 100, maxTotalLength: 100 });
    expect(cache.get('[[a]]')).to.equal(cache.get('[[a]]'));
    expect(cache.size).to.equal(5);
  });

  it('drops what was not used for longest when it holds too many characters', () => {
    const cache = new TemplateCache({ maxTemplateLength: 10, maxTotalLength: 15 });
    const [first, second] = [cache.get('[[a]]'), cache.get('[[b]]')];
    cache.get('[[c]]');
    expect(cache.get('[[a]]')).to.equal(first);
    cache.get('[[d]]');
    expect(cache.size).to.equal(15);
    expect(cache.get('[[a]]')).to.equal(first);
    expect(cache.get('[[b]]')).not.to.equal(second);
  });

  it('does not keep long texts', () => {
    const cache = new TemplateCache({ maxTemplateLength: 6, maxTotalLength: 100 });
    expect(cache.get('[[abc]]')).not.to.equal(cache.get('[[abc]]'));
    expect(cache.size).to.equal(0);
  });

  it('does not keep documents without tags, nor broken templates', () => {
    const cache = new TemplateCache({ maxTemplateLength: 100, maxTotalLength: 100 });
    cache.get('Dear Ann,');
    for (const field of ['html', 'css'])
      expect(() => cache.get('[[#a]]', field)).to.throw(ServiceError, `In \`${field}\`, \`[[#a]]\``);
    expect(cache.size).to.equal(0);
  });

  it('holds a bounded amount for any templates', () => {
    const cache = new TemplateCache({ maxTemplateLength: 50, maxTotalLength: 200 });
    for (let index = 0; index < 1_000; index++) cache.get(`[[a${index}]]${'x'.repeat(index % 60)}`);
    expect(cache.size).to.be.within(100, 200);
  });

  it('serves the whole process', () => {
    expect(templateFor('Hello [[who]]')).to.equal(templateFor('Hello [[who]]'));
    expect(fillTemplate(templateFor('Hello [[who]]'), { who: 'you' })).to.equal('Hello you');
  });
});
