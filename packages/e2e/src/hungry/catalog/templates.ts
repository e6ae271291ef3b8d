/** Templates whose tags are expensive to read or to fill. */
import { type Entry, each, filled, KIB, loop, MIB, MOST, markup, members, numbered, template, times } from './entry.js';

const HALF = MOST.data / 2;
const MANY = 100_000;

export const TEMPLATES: readonly Entry[] = [
  ...[
    '[[ ]]',
    '[[a]]',
    '[[a]',
    '[[',
    '[[#if a]]',
    '[[#a]]',
    '[[! ',
    '[[& a | upcase ]]',
    '[[<b>a</b>]]',
    '[[&quot;a&quot;]]',
  ].map((tag) =>
    template(
      `a text of ${tag}`,
      'template/tags.ts, tree-builder.ts, rewritten-tag.ts: each tag',
      MOST.html,
      (size) => ({
        html: filled(size, tag),
      }),
    ),
  ),
  template('long tags', 'template/tags.ts, expressions: parse', MOST.html, (size) => ({
    html: filled(size, `[[${'('.repeat(450)}a${')'.repeat(450)}]]`),
  })),
  template('long paths', 'template/path.ts, scopes.ts: each name', MOST.html, (size) => ({
    html: filled(size, `[[a${'.a'.repeat(480)}]]`),
    data: { a: { a: { a: 1 } } },
  })),
  template('tags with blanks', 'template/tags.ts, scopes.ts: names of the data', MOST.html / 2, (size) => ({
    html: numbered(size, (index) => `[[a name ${index} of the data]]`),
    data: members(HALF, (index) => [`a name ${index} of data`, 1]),
  })),
  template('chains of filters', 'template/expressions, filters: each filter', 20_000 * 200, (size) => ({
    html: filled(size, `[["abc"${' | upcase | downcase'.repeat(9)}]]`),
  })),
  template('conditions', 'template/expressions/operators.ts: each operator', MOST.html, (size) => ({
    html: filled(size, `[[#if a${' == 1 or a'.repeat(90)}]]x[[/if]]`),
    data: { a: 2 },
  })),
  template(
    'values that are missing',
    'template/missing-values.ts, contract/names.ts: suggestions',
    19_000 * 42,
    (size) => ({
      html: numbered(size, (index) => `[[#each l]][[name.of.value${index}]][[/each]]`),
      data: { l: times(9, () => 1), ...members(500 * KIB, (index) => [`nameofvalue${index}${'x'.repeat(400)}`, {}]) },
      strict: true,
    }),
  ),
  template('filters that are unknown', 'template/expressions/hints.ts, contract/names.ts', MOST.html, (size) => ({
    html: numbered(size, (index) => `[[a | ${'upcas'.repeat(12)}${index}]]`),
  })),
  template(
    'saved variables that are unknown',
    'gateway/tools/pdf/variables.ts, template/variables.ts',
    MOST.html,
    (size) => ({
      html: numbered(size, (index) => `[[var:name${index}]][[> name${index} a=b]]`),
    }),
  ),
  template(
    'saved variables inside each other',
    'template/variables.ts, variable-pieces.ts, partials: each piece',
    MIB,
    () => ({ html: '[[var:v3]]'.repeat(10) }),
    {
      ways: ['call', 'job', 'row', 'check', 'mcp'],
      variables: Object.fromEntries(
        times(4, (level) => [`v${level}`, [level === 0 ? 'x' : `[[> v${level - 1} a=b]]`.repeat(9)]]),
      ),
    },
  ),
  markup('tags of other languages', 'template/foreign-tags.ts, foreign-syntax.ts: each tag', MOST.html, (size) => ({
    html: filled(size, '{{ a }}{% if b %}<% c %><?php d ?>#set($f)@if(g)'),
  })),
  markup('commands of TeX', 'template/foreign-tags.ts: COMMAND', MOST.html, (size) => ({
    html: filled(size, '\\frac[[[[[[[[[[[[[[[[[[[[[[[[[[{{a}}'),
  })),
  markup('literal elements that do not end', 'template/foreign-tags.ts: literalsOf', MOST.html, (size) => ({
    html: `{{ a }}${filled(size, '<pre><code><!-- ')}`,
  })),
  template('tags in a style sheet', 'template/style-elements.ts, document-texts.ts', MOST.css, (size) => ({
    html: 'x',
    css: `${filled(size / 2, 'a{color:[[a]]}')}${filled(size / 2, '/* [[ ')}`,
    data: { a: 'red' },
  })),
  template('loops inside each other', 'template/fill.ts: steps', 5, (depth) => ({
    html: `<p hidden>${each(depth, () => '[[#each (1..300)]]')}[[.]]${'[[/each]]'.repeat(depth)}`,
  })),
  template('a text filled to 20 MiB', 'template/fill.ts: the length of the text', 99_000, (count) => ({
    html: `<div style="height:10px;overflow:hidden">${loop(count, 'x'.repeat(200))}</div>`,
  })),
  template('lists that grow', 'template/filters/lists.ts: concat, let', 22, (count) => ({
    html: `[[let l = (1..9)]]${'[[let l = l | concat: l]]'.repeat(count)}[[l | size]]`,
  })),
  template('texts that grow', 'template/filters/texts.ts: append, replace, split, join', 24, (count) => ({
    html: `[[let t = "ab"]]${'[[let t = t | append: t | replace: "a", "aa"]]'.repeat(count)}${'[[let u = t | split: "" | join: "ab"]]'.repeat(20)}[[u | size]]`,
  })),
  template('lists in lists', 'template/expressions/operators.ts: contains', 3_000, (count) => ({
    html: `[[let l = (1..${count})]]${loop(count, '[[#if l contains "x"]]x[[/if]]')}`,
  })),
  template('rows from data', 'template/fill.ts, the JSON of the body', MOST.data, (size) => ({
    html: '<table>[[#each rows]]<tr><td>[[a]]<td>[[b]][[/each]]</table>',
    data: members(size, (index) => [`r${index}`, { a: index, b: 'row' }]),
  })),
  template('rows of a list', 'template/fill.ts, the browser: rows', MANY, (count) => ({
    html: '<table>[[#each rows]]<tr><td>[[a]]<td>[[b]][[/each]]</table>',
    data: { rows: times(count, (index) => ({ a: index, b: `row ${index}` })) },
  })),
  template('data printed as JSON', 'template/values.ts: texts of objects', MOST.data, (size) => ({
    html: `<p hidden>${'[[a]][[a | json | size]]'.repeat(30)}`,
    data: { a: members(size, (index) => [`name${index}`, [index]]) },
  })),
  template('data inside data', 'contract/schema.ts: isDeeperThan, template/scopes.ts', 99, (depth) => ({
    html: `<p hidden>${'[[a]]'.repeat(5_000)}`,
    data: JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as object,
  })),
  template('names in headers of fifty pages', 'worker/render/headers: parts of each page', 200_000, (size) => ({
    html: '<p data-running=a style="break-after:page">x'.repeat(50),
    header_html: filled(size, '[[page]] [[running.a]] [[pages]] '),
    footer_html: `[[#each (1..9000)]][[@root.page]][[/each]]`,
  })),
  template('headers of five kinds', 'worker/render/headers/page-parts.ts: kinds and pages', MOST.part / 6, (size) => ({
    html: '<p style="break-after:page">x'.repeat(50),
    header_html: Object.fromEntries(
      ['default', 'first', 'last', 'even', 'odd'].map((kind) => [
        kind,
        `<div style="height:9mm;overflow:hidden">${filled(size, '<p>[[page | roman]]')}</div>`,
      ]),
    ),
  })),
  template('pages of elements', 'document/references, template/page-numbers: marks', 9_000, (count) => ({
    html: `${each(100, (index) => `<p id=i${index}>x`)}${each(count, (index) => `[[page-of:#i${index % 100}]]`)}`,
  })),
];
