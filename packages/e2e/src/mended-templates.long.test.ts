/**
 * Broken templates that a program mends by what the errors say: it reads line, column and the quoted text to write, and nothing else. An
 * agent does the same.
 */
import { pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

type Body = { html: string; data: object } & Record<string, unknown>;
interface Fault {
  message: string;
  line?: number;
  column?: number;
}

const DATA = {
  number: '2026-0417',
  status: 'paid',
  total: '1234.50',
  count: 3,
  price: '10.00',
  due: '2026-05-01',
  note: '',
  paid: true,
  customer: { name: 'Ada Lovelace', city: 'London', vip: true },
  items: [
    { name: 'Tea', net: '4.00', count: 2 },
    { name: 'Cups', net: '2.50', count: 1 },
  ],
};

/** Templates with one or two mistakes, and the text that they print when these are mended. */
const BROKEN: readonly (readonly [html: string, prints: string, more?: object])[] = [
  // Filters
  ['<p>[[total | mony: "EUR"]]</p>', '€1,234.50'],
  ['<p>[[total | currency: "EUR"]]</p>', '€1,234.50'],
  ['<p>\n[[total | money: EUR]]</p>', '€1,234.50'],
  ['<p>[[total | format_currency("EUR")]]</p>', '€1,234.50'],
  ['<p>[[customer.name | upper]]</p>', 'ADA LOVELACE'],
  ['<p>[[customer.name.toUpperCase()]]</p>', 'ADA LOVELACE'],
  ['<p>[[upcase customer.city]] [[customer.name | dwncase]]</p>', 'LONDON ada lovelace'],
  ['<p>[[due | date_format: "long"]]</p>', 'May 1, 2026'],
  ['<p>[[count | times(2)]]</p>', '6'],
  ['<p>[[customer.name | replace "Ada", "Grace"]]</p>', 'Grace Lovelace'],
  ['<p>[[customer.name | escape | raw]]</p>', 'Ada Lovelace'],
  ['<p>[[price | number_format: 2 ]]</p>', '10.00'],
  // Expressions
  ['<p>[[price * count]]</p>', '30'],
  ['<p>[[count + 1]] and [[count - 1]]</p>', '4 and 2'],
  ['<p>[[note ?? "none"]]</p>', 'none'],
  ['<p>[[paid ? "paid" : "open"]]</p>', 'paid'],
  // Conditions
  ['<p>[[#if status = "paid"]]yes[[/if]]</p>', 'yes'],
  ['<p>[[#if status === "paid" && count > 2]]yes[[/if]]</p>', 'yes'],
  ['<p>[[#if !paid || customer.vip]]yes[[/if]]</p>', 'yes'],
  ['<p>[[#if (eq status "paid")]]yes[[/if]]</p>', 'yes'],
  ['<p>[[#if items.length > 1]]many[[/if]]</p>', 'many'],
  ['<p>[[#if items | size > 1]]many[[/if]]</p>', 'many'],
  ['<p>[[#if note is empty]]no note[[/if]]</p>', 'no note'],
  ['<p>[[#if paid]]paid[[#else]]open[[/if]]</p>', 'paid'],
  ['<p>[[#if count > 5]]many[[elsif count > 2]]some[[/if]]</p>', 'some'],
  ['<p>[[#unless note]]no note[[/unless]]</p>', 'no note'],
  ['<p>[[#If paid]]paid[[/If]]</p>', 'paid'],
  ['<p>[[#status == "paid"]]yes[[/status]]</p>', 'yes'],
  // Loops and sections
  ['<p>[[#for item in items]][[name]] [[/for]]</p>', 'Tea Cups'],
  ['<p>[[#each item in items]][[name]] [[/each]]</p>', 'Tea Cups'],
  ['<p>[[#items | sort: "name"]][[name]] [[/items]]</p>', 'Cups Tea'],
  ['<p>[[#with customer]][[name]][[/with]]</p>', 'Ada Lovelace'],
  ['<p>[[#each items]][[name]] [[/items]]</p>', 'Tea Cups'],
  // Ends
  ['<p>[[#if paid]]paid[[endif]]</p>', 'paid'],
  ['<p>[[#each items]][[name]] {{/each}}</p>', 'Tea Cups'],
  ['<p>[[#each items]][[#if count > 1]][[name]][[/each]][[/if]]</p>', 'Tea'],
  ['<p>[[#if paid]]paid[[/if]][[/if]]</p>', 'paid'],
  ['<p>Total\n[[#if paid]]paid', 'paid'],
  // Names, parameters and other fields
  ['<p>[[custmer.name]] [[numbr]]</p>', 'Ada Lovelace 2026-0417'],
  ['<p>[[#each itms]][[name]] [[/each]]</p>', 'Tea Cups'],
  ['<p>[[number]]</p>', '2026-0417', { pagesize: 'A5', header_html: '<b>[[number | upper]]</b>' }],
];

/** Returns the offset of a position in a text. */
const offsetOf = (text: string, line: number, column: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0) +
  column -
  1;

const replaced = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length);

/** Returns the text with what the message says. */
function mendedText(text: string, { message, line = 1, column = 1 }: Fault): string {
  const at = offsetOf(text, line, column);
  const tag = text.indexOf(']]', at) + 2 - at;
  const [, here] = /; here, write `([^`]+)`/.exec(message) ?? [];
  if (here !== undefined) return replaced(text, at, tag, here);
  const [, write, instead, otherLine, otherColumn] =
    /write `([^`]+)` for `([^`]+)` at line (\d+), column (\d+)/.exec(message) ?? [];
  if (write !== undefined && instead !== undefined)
    return replaced(text, offsetOf(text, Number(otherLine), Number(otherColumn)), instead.length, write);
  const [, forIt] = /write `([^`]+)` for it\b/.exec(message) ?? [];
  if (forIt !== undefined) return replaced(text, at, tag, forIt);
  const [, first] = /write `([^`]+)` first/.exec(message) ?? [];
  if (first !== undefined) return replaced(text, at, 0, first);
  if (message.includes('leave it out')) return replaced(text, at, tag, '');
  const [, end] = /is never closed: write `([^`]+)`/.exec(message) ?? [];
  if (end !== undefined) return text + end;
  const [, exact] = /write `(\[\[[^`…]+\]\])(?:…[^`]*)?`/.exec(message) ?? [];
  if (exact !== undefined) return replaced(text, at, tag, exact);
  return text;
}

/** Returns the text with the names that were meant: "`[[custmer]]` at html 1:4 (did you mean `[[customer]]`?)". */
function renamed(text: string, message: string): string {
  const meant = [...message.matchAll(/ at html (\d+):(\d+) \(did you mean `([^`]+)`\?\)/g)].reverse();
  return meant.reduce((now, [, line, column, name = '']) => {
    const at = offsetOf(now, Number(line), Number(column));
    const tag = now.slice(at, now.indexOf(']]', at) + 2);
    return replaced(now, at, tag.length, name.startsWith('[[') ? name : tag.replace(/\w+(?=\]\])/, name));
  }, text);
}

/** Returns the body with everything that its faults say. */
function mended(body: Body, faults: readonly Fault[]): Body {
  let next = body;
  for (const fault of faults) {
    for (const [, wrong = '', right = ''] of fault.message.matchAll(/`(\w+)` is not known; did you mean `(\w+)`\?/g)) {
      const { [wrong]: value, ...others } = next;
      next = { ...others, [right]: value } as Body;
    }
    const [, field = 'html'] = /^In `(\w+)`/.exec(fault.message) ?? [];
    const text = String(next[field]);
    const isNames = fault.message.startsWith('`data` has no value');
    next = { ...next, [field]: isNames ? renamed(text, fault.message) : mendedText(text, fault) };
  }
  return next;
}

const TRIES = 2;

describe('Broken templates', () => {
  let service: SharedService;
  const printed: string[] = [];
  const failed: string[] = [];
  before(async () => {
    service = await sharedService();
  });

  async function faultsOf(body: Body): Promise<Fault[]> {
    const answer = await service.call('/api/utilities/check-template', { body });
    return answer.status === 200 ? answer.body.data.faults : [{ message: String(answer.body.error) }];
  }

  async function textOf(body: Body): Promise<string> {
    const { status, body: answer } = await service.call('/api/utilities/html-to-pdf', { body });
    if (status !== 200) return String(answer.error);
    return pdfText(Buffer.from(answer.data.pdf_base64, 'base64')).replace(/\s+/g, ' ').trim();
  }

  it('are refused, each with a fault', async () => {
    for (const [html, , more] of BROKEN)
      expect(await faultsOf({ html, data: DATA, strict: true, ...more }), html).not.to.deep.equal([]);
  });

  it(`print right after ${TRIES} tries of a program that writes what the errors say, at least 38 of 40`, async () => {
    for (const [html, prints, more] of BROKEN) {
      let body: Body = { html, data: DATA, strict: true, ...more };
      for (let count = 0; count < TRIES; count++) body = mended(body, await faultsOf(body));
      const text = await textOf(body);
      if (text.endsWith(prints)) printed.push(html);
      else failed.push(`${html} → ${body.html}: ${text}`);
    }
    expect(BROKEN).to.have.lengthOf.at.least(40);
    expect(printed.length / BROKEN.length, failed.join('\n')).to.be.at.least(38 / 40);
  });

  after(() => {
    if (failed.length > 0)
      process.stdout.write(`${printed.length} of ${BROKEN.length} are mended; not:\n${failed.join('\n')}\n`);
  });
});
