import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate, resolveVariables } from '../index.js';

/** Every table whose columns are a template and what it prints, or says, and every block with the block of what it prints. */
describe('The documentation of templates is right that', () => {
  const page = readFileSync(new URL('../../../../docs/tools/templates.md', import.meta.url), 'utf8');
  const data = JSON.parse(blocks('json')[0] ?? '');
  const fill = (template: string): string => fillTemplate(compileTemplate(template, 'html'), data);

  function blocks(language: string): string[] {
    return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
  }

  /** The rows of all tables that have these two as neighbouring columns. */
  function rows(left: string, right: string): { template: string; result: string }[] {
    return page.split('\n\n').flatMap((paragraph) => {
      const [header = [], , ...lines] = paragraph.split('\n').map(cellsOf);
      const column = header.indexOf(left);
      if (column < 0 || header[column + 1] !== right) return [];
      return lines.map((cells) => ({ template: codeOf(cells[column]), result: cells[column + 1] ?? '' }));
    });
  }

  const cellsOf = (line: string): string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.replace(/^ | $/g, '').replaceAll('\\|', '|'));
  const codeOf = (cell = ''): string => /^(`+)(.*)\1$/.exec(cell.trim())?.[2] ?? '';

  const printed = [...rows('Template', 'Prints'), ...rows('Here', 'Prints')];
  for (const { template, result } of printed.filter(
    (row) => !/^\[\[(?:var:|>)/.test(row.template) && row.template !== '',
  ))
    it(`${template} prints ${result}`, () => expect(fill(template)).to.equal(codeOf(result).replaceAll('⏎', '\n')));

  for (const { template, result } of rows('Template', 'Says'))
    it(`${template} is a fault: ${result}`, () => expect(() => fill(template)).to.throw(result));

  const saved = rows('Saved as `row`', 'Partial').map(({ template: row, result }) => ({
    row,
    partial: codeOf(result),
  }));
  rows('Partial', 'Prints').forEach(({ result }, index) => {
    const { row = '', partial = '' } = saved[index] ?? {};
    it(`${partial} prints ${result}`, async () => {
      const text = await resolveVariables(partial, 'html', async () => new Map([['row', row]]), 1_000);
      expect(fill(text ?? '')).to.equal(codeOf(result));
    });
  });

  const [templates, results] = [blocks('html'), blocks('text')];
  templates.forEach((template, index) => {
    it(`a block prints what the next one shows: ${template.slice(0, 40)}`, () =>
      expect(fill(template)).to.equal(results[index]));
  });

  const requests = blocks('sh')
    .map((command) => JSON.parse(/-d '([^']*)'/.exec(command)?.[1] ?? ''))
    .filter(({ html }) => html !== undefined); // others name a saved template
  for (const { html, locale, translations, ...request } of requests)
    it(`a request is filled, and translated: ${html}`, () => {
      const formats = new Formats({ locale, translations });
      expect(fillTemplate(compileTemplate(html), request.data, { formats })).to.equal('<p>Gesamt: 1.234,50\u00a0€</p>');
    });

  it('there are examples', () => {
    expect(printed.length).to.be.above(50);
    expect(saved.length).to.be.above(4);
    expect(rows('Template', 'Says').length).to.be.above(5);
    expect(requests).to.have.lengthOf(1);
    expect(templates.length).to.be.above(0).and.equal(results.length);
  });
});
