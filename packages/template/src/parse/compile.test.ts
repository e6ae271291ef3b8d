import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate, templateFor } from '../index.js';
import { TemplateCache } from './compile.js';
import { MAX_SECTION_DEPTH } from './tree-builder.js';

/** The message with which a template is refused. */
function errorOf(template: string, field?: string): string {
  try {
    compileTemplate(template, field);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'template_invalid');
    return (error as ServiceError).message;
  }
  throw new Error('the template was compiled');
}

describe('A template that is broken', () => {
  it('is refused for a section that is never closed, with its place', () => {
    expect(errorOf('<ul>\n  [[#items]]<li>')).to.equal(
      'In the template, `[[#items]]` at line 2, column 3 is never closed: write `[[/items]]`; to print it as text, write `&#91;[` for its brackets.',
    );
    expect(errorOf('\r\n\r\n[[^none]]')).to.include(
      '`[[^none]]` at line 3, column 1 is never closed: write `[[/none]]`',
    );
    expect(errorOf('[[#a]][[#b]][[/b]]')).to.include('`[[#a]]` at line 1, column 1');
  });

  it('is refused for a closing tag that closes nothing', () => {
    expect(errorOf('x[[/a.b]]', 'html')).to.equal(
      'In `html`, `[[/a.b]]` at line 1, column 2 closes no section: there is no `[[#a.b]]` before it: leave it out; to print it as text, write `&#91;[` for its brackets.',
    );
    expect(errorOf('[[#a]][[/a]]\n[[/a]]', 'css')).to.equal(
      'In `css`, `[[/a]]` at line 2, column 1 closes no section: there is no `[[#a]]` before it: leave it out.',
    );
  });

  it('is refused for a closing tag of another section', () => {
    expect(errorOf('[[#a]]\n[[#b]]\n [[/a]][[/b]]')).to.equal(
      'In the template, `[[/a]]` at line 3, column 2 closes no section while `[[#b]]` at line 2, column 1 is open: write `[[/b]]` first.',
    );
  });

  it('is refused for sections nested too deep', () => {
    const nested = (depth: number): string => '[[#a]]'.repeat(depth) + '[[/a]]'.repeat(depth);
    expect(fillTemplate(compileTemplate(nested(MAX_SECTION_DEPTH)), { a: 1 })).to.equal('');
    expect(errorOf(nested(MAX_SECTION_DEPTH + 1))).to.equal(
      'In the template, `[[#a]]` at line 1, column 601 is nested too deeply; sections may be nested 100 deep at most.',
    );
  });

  it('is refused with a message that does not repeat a long name', () => {
    expect(errorOf(`[[#${'n'.repeat(900)}]]`).length).to.be.lessThan(300);
  });
});

describe('A template', () => {
  it('can be filled any number of times', () => {
    const template = compileTemplate('[[#list]][[.]][[/list]]');
    expect(fillTemplate(template, { list: [1, 2] })).to.equal('12');
    expect(fillTemplate(template, { list: [3] })).to.equal('3');
  });

  it('is the text itself when it has no tags', () => {
    const source = 'no [tags], no [ [brackets] ]\r\n\t';
    expect(fillTemplate(compileTemplate(source), undefined)).to.equal(source);
    expect(fillTemplate(compileTemplate(''), {})).to.equal('');
  });
});

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
