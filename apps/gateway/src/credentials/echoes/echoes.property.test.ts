import { caseCount } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Echoes, sought } from './echoes.js';

const CASES = caseCount(400, 10_000);
/** Random letters may look like a part of a secret up to this length. */
const CHANCE = 7;

type Coding = (text: string) => string;
const inEach =
  (written: (code: number) => string): Coding =>
  (text) =>
    [...text].map((character) => written(character.charCodeAt(0))).join('');
const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const inJson: Coding = (text) => JSON.stringify(text).slice(1, -1);

const SPELLINGS: Readonly<Record<string, Coding>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'lower percent': (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  strict: (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${hexOf(each.charCodeAt(0), 2)}`.toUpperCase()),
  html: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  json: inJson,
  php: (text) => inJson(text).replaceAll('/', '\\/'),
};
const ESCAPES: Readonly<Record<string, Coding>> = {
  ...SPELLINGS,
  'every percent': inEach((code) => `%${hexOf(code, 2)}`),
  'every \\u': inEach((code) => `\\u${hexOf(code, 4).toUpperCase()}`),
  'every reference': inEach((code) => (code % 2 === 0 ? `&#${code};` : `&#x${hexOf(code, 2)};`)),
};
const OUTER: Readonly<Record<string, Coding>> = {
  none: (text) => text,
  percent: encodeURIComponent,
  json: inJson,
  'json in json': (text) => inJson(inJson(text)),
  'percent in json': (text) => inJson(encodeURIComponent(text)),
};

/** Returns a generator of whole numbers below a limit, the same for equal seeds (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000) * below);
  };
}

describe('Echoes of any secret in any coding', () => {
  const random = numbers(59);
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const textOf = (length: number, from: number, to: number): string =>
    Array.from({ length }, () => String.fromCharCode(from + random(to - from + 1))).join('');
  const secretOf = (): string =>
    oneOf([
      () => textOf(8 + random(60), 0x21, 0x7e),
      () => `a${textOf(6 + random(20), 0x20, 0x7e)}z`,
      () => textOf(8 + random(24), 0x30, 0x39),
      () => Buffer.from(textOf(9 + random(90), 0, 0xff), 'latin1').toString(oneOf(['base64', 'base64url', 'hex'])),
    ])();
  const around = (): string => textOf(random(9), 0x61, 0x7a);

  it(`are replaced, escaped in up to three layers: ${CASES} cases`, () => {
    for (let number = 0; number < CASES; number++) {
      const secret = secretOf();
      const [inner, outer] = [oneOf(Object.keys(ESCAPES)), oneOf(Object.keys(OUTER))];
      const written = OUTER[outer]?.(ESCAPES[inner]?.(secret) ?? '') ?? '';
      const [before, after] = [around(), around()];
      const redacted = new Echoes(sought([secret])).redact(`${before}: ${written} :${after}`);
      expect(redacted, `${number}: ${secret} as ${inner} in ${outer}`).to.equal(`${before}: *** :${after}`);
    }
  });

  it(`are replaced in base64 and hexadecimal digits of any text: ${CASES} cases`, () => {
    for (let number = 0; number < CASES; number++) {
      const secret = secretOf();
      const [inner, outer] = [oneOf(Object.keys(SPELLINGS)), oneOf(Object.keys(OUTER))];
      const coding = oneOf(['base64', 'base64url', 'hex'] as const);
      const spelled = SPELLINGS[inner]?.(secret) ?? '';
      const [before, after] = [around(), around()];
      const text = Buffer.from(before + spelled + after).toString(coding);
      const bits = coding === 'hex' ? 4 : 6;
      const placeOf = (bytes: number): number => (bytes * 8) / bits;
      const core = text.slice(Math.ceil(placeOf(before.length)), Math.floor(placeOf(before.length + spelled.length)));
      const shown = new Echoes(sought([secret])).redact(`: ${OUTER[outer]?.(text)} :`);
      const what = `${number}: ${secret} as ${inner} in ${coding} in ${outer}: ${shown}`;
      expect(shown, what).to.include('***');
      for (let at = 0; at + CHANCE < core.length; at++)
        expect(shown.includes(core.slice(at, at + CHANCE + 1)), what).to.equal(false);
    }
  });

  it(`leave JSON that has none: ${CASES} cases`, () => {
    for (let number = 0; number < CASES; number++) {
      const secret = `${secretOf()}-secret`;
      const value = { [around()]: [textOf(random(80), 0x20, 0x7e), random(1_000_000), null, true], [`${number}`]: 1.5 };
      const json = JSON.stringify(value, null, random(3));
      expect(new Echoes(sought([secret])).redactJson(json)).to.equal(json);
      const echoed = JSON.stringify([value, [{ echo: `${around()} ${secret}` }]]);
      const redacted = new Echoes(sought([secret])).redactJson(echoed);
      expect(redacted, echoed).to.not.include(inJson(secret));
      expect((JSON.parse(redacted) as unknown[])[0], echoed).to.deep.equal(value);
    }
  });
});
