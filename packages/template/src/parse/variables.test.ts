import { ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate, resolveVariables } from '../index.js';

/** A store of variables that remembers what it was asked. */
function storeOf(variables: Record<string, string>) {
  const asked: string[][] = [];
  const lookup = async (wanted: ReadonlyMap<string, number>, roomBytes: number) => {
    const names = [...wanted.keys()];
    asked.push(names);
    const found = new Map(
      names.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name] ?? '']] : [])),
    );
    let bytes = 0;
    for (const [name, content] of found) bytes += (wanted.get(name) ?? 0) * Buffer.byteLength(content);
    return bytes > roomBytes ? undefined : found;
  };
  return { asked, lookup };
}

const ROOMY = 5 * 1024 * 1024;

async function resolve(text: string, variables: Record<string, string>, maxBytes = ROOMY): Promise<string> {
  const whole = await resolveVariables(text, 'html', storeOf(variables).lookup, maxBytes);
  if (whole === undefined) throw new Error('it would get too long');
  return whole;
}

async function errorOf(text: string, variables: Record<string, string>) {
  try {
    await resolve(text, variables);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    return (error as ServiceError).toData();
  }
  throw new Error('the text was resolved');
}

describe('Template variables', () => {
  it('are alone or anywhere in a text', async () => {
    const variables = { letter: '<h1>', 'foot.er-1_a': '</p>' };
    expect(await resolve('[[var:letter]]', variables)).to.equal('<h1>');
    expect(await resolve('a[[ var:letter\t]]b[[var:foot.er-1_a]][[var:letter]]', variables)).to.equal('a<h1>b</p><h1>');
  });

  it('may have a version; anything else after the name stays text', async () => {
    const variables = { a: 'now', 'a@3': 'then', 'a@draft': 'soon', 'a@12': '[[var:a@3]]' };
    expect(await resolve('[[var:a]] [[ var:a@3 ]] [[var:a@draft]] [[var:a@12]]', variables)).to.equal(
      'now then soon then',
    );
    for (const wrong of [
      'a@',
      'a@0',
      'a@03',
      'a@-1',
      'a@Draft',
      'a@1234567890',
      '@3',
      'a@3@3',
      'a@3.5',
      `${'x'.repeat(65)}@3`,
    ])
      expect(await resolve(`[[var:${wrong}]]`, {}), wrong).to.equal(`[[var:${wrong}]]`);
    const longest = `${'x'.repeat(64)}@123456789`;
    expect(await resolve(`[[var:${longest}]]`, { [longest]: 'y' })).to.equal('y');
    const own = { a: '[[var:a@3]]', 'a@3': '[[var:a@3]]' };
    expect((await errorOf('[[var:a]]', own)).message).to.contain('form a cycle: a → a@3 → a@3');
  });

  it('may be inside variables, five levels deep', async () => {
    const variables = { a: '1[[var:b]]1', b: '2[[var:c]]', c: '3[[var:d]]', d: '4[[ var:e ]]', e: '5' };
    expect(await resolve('0[[var:a]]0', variables)).to.equal('01234510');
  });

  it('are looked up once for each level, all names of a level together', async () => {
    const { asked, lookup } = storeOf({ a: '[[var:c]][[var:d]]', b: '[[var:a]][[var:c]]', c: '[[var:d]]', d: '' });
    await resolveVariables('[[var:a]][[var:b]][[var:a]]', 'css', lookup, ROOMY);
    expect(asked).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are not looked up for a text that names none', async () => {
    const { asked, lookup } = storeOf({});
    for (const text of [
      '',
      '<p>[[name]]</p>',
      '[[var:]]',
      '[[var: x]]',
      '[[var:a b]]',
      '[[var:-x]]',
      '[[var:x',
      'var:x',
    ]) {
      expect(await resolveVariables(text, 'html', lookup, ROOMY)).to.equal(text);
    }
    expect(await resolveVariables(`[[var:${'x'.repeat(65)}]]`, 'html', lookup, ROOMY)).to.have.lengthOf(73);
    expect(asked).to.deep.equal([]);
  });

  it('may be empty', async () => {
    expect(await resolve('a[[var:empty]]b', { empty: '' })).to.equal('ab');
  });

  it('are inserted without their byte order marks', async () => {
    expect(await resolve('a[[var:b]][[> c]]', { b: '\ufeffb\ufeff', c: '\ufeffc' })).to.equal(
      'ab\ufeff[[> c]]c[[/> c]]',
    );
  });

  it('insert their text once: what forms a tag with its neighbours is left alone', async () => {
    expect(await resolve('[[var:a]]var:b]]', { a: '[[', b: 'B' })).to.equal('[[var:b]]');
    expect(await resolve('[[var:a]]', { a: '$& $1 [[x]]' })).to.equal('$& $1 [[x]]');
  });

  it('are never taken from data', async () => {
    const template = compileTemplate(await resolve('[[var:a]]', { a: '[[value]]', b: 'secret' }));
    expect(fillTemplate(template, { value: '[[var:b]]' })).to.equal('[[var:b]]');
  });

  it('that do not exist are named, inherited names among them', async () => {
    expect(await errorOf('[[var:a]][[var:toString]][[var:a]]', {})).to.deep.equal({
      code: 'variable_unknown',
      message: 'There are no html variables `a`, `toString`, which `html` names by `[[var:…]]`.',
    });
    const { message } = await errorOf('[[var:a]]', { a: '[[var:constructor]]' });
    expect(message).to.equal('There is no html variable `constructor`, which `html` names by `[[var:…]]`.');
  });

  for (const [what, variables, chain] of [
    ['themselves', { a: '[[var:a]]' }, 'a → a'],
    ['each other', { a: 'x[[var:b]]', b: '[[var:c]]', c: '[[var:b]]' }, 'a → b → c → b'],
  ] as [string, Record<string, string>, string][]) {
    it(`that name ${what} are refused with their chain`, async () => {
      expect(await errorOf('[[var:a]]', variables)).to.deep.equal({
        code: 'variable_unknown',
        message: `The template variables in \`html\` form a cycle: ${chain}.`,
      });
    });
  }

  it('that lie more than five levels deep are refused with their chain, and the sixth level is not looked up', async () => {
    const { asked, lookup } = storeOf({
      a: '[[var:b]]',
      b: '[[var:c]]',
      c: '[[var:d]]',
      d: '[[var:e]]',
      e: '[[var:f]]',
      f: '',
    });
    const attempt = resolveVariables('[[var:a]]', 'css', lookup, ROOMY);
    const error: unknown = await attempt.catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'variable_unknown');
    expect(error)
      .to.have.property('message')
      .that.equals('The template variables in `css` are nested more than 5 levels deep: a → b → c → d → e → f.');
    expect(asked).to.have.lengthOf(5);
  });

  it('that are near by one way and too deep by another are refused', async () => {
    const variables = {
      a: '[[var:b]]',
      b: '[[var:c]]',
      c: '[[var:d]]',
      d: '[[var:e]]',
      e: '[[var:f]]',
      f: '[[var:g]]',
      g: '',
    };
    const { message } = await errorOf('[[var:f]][[var:b]]', variables);
    expect(message).to.include('more than 5 levels deep: b → c → d → e → f → g');
  });

  it('that would make the text too long are not read, however small each of them is', async () => {
    const thousand = (name: string): string => `[[var:${name}]]`.repeat(1_000);
    const variables = { a: thousand('b'), b: thousand('c'), c: thousand('d'), d: thousand('e'), e: 'xxxx' };
    const { asked, lookup } = storeOf(variables);
    expect(await resolveVariables('[[var:a]]', 'html', lookup, ROOMY)).to.equal(undefined);
    expect(asked, 'a thousand times b are 9 MB').to.deep.equal([['a'], ['b']]);
    expect(await resolveVariables(thousand('e'), 'html', storeOf(variables).lookup, 3_999)).to.equal(undefined);
    expect(await resolveVariables(thousand('e'), 'html', storeOf(variables).lookup, 4_000)).to.have.lengthOf(4_000);
  });

  it('count by their bytes, once for each occurrence, with the text around them', async () => {
    expect(await resolve('[[var:a]]ü', { a: 'ü' }, 4)).to.equal('üü');
    const { lookup } = storeOf({ a: 'ü' });
    expect(await resolveVariables('[[var:a]]ü', 'html', lookup, 3)).to.equal(undefined);
    expect(await resolveVariables('[[var:a]][[var:a]]', 'html', lookup, 3)).to.equal(undefined);
    const again = storeOf({ a: 'x', b: '[[var:a]]yy' });
    expect(await resolveVariables('[[var:a]][[var:b]]', 'html', again.lookup, 3), 'a is known, and counts').to.equal(
      undefined,
    );
  });

  it('are at most a hundred, so that a text can’t ask for the whole store', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, index) => `[[var:v${index}]]`).join('');
    const all = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v${index}`, 'x']));
    expect(await resolve(many(100), all)).to.equal('x'.repeat(100));
    expect(await errorOf(many(101), all)).to.have.property('code', 'template_invalid');
  });

  for (const [what, text] of Object.entries({
    'tags that never end': '[[var:'.repeat(1_000_000),
    'brackets and blanks': `[[${' '.repeat(5_000)}`.repeat(1_000),
    'names followed by blanks': `[[var:a${' '.repeat(5_000)}`.repeat(1_000),
  })) {
    itWithinCpuMs(5_000, `are searched quickly in megabytes of ${what}`, async () => {
      expect(await resolve(text, {})).to.equal(text);
    });
  }
});
