import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, missingValues, tagWarnings, templateFor } from '../index.js';

const filled = (template: string, data = {}, language: 'html' | 'css' = 'html'): FilledText =>
  new FilledText(templateFor(template), data, { escape: language });
const warningsOf = (texts: Record<string, FilledText>) =>
  tagWarnings(texts).filter(({ code }) => code === 'foreign_template_tag');

describe('A tag of another template language', () => {
  it('is warned of, the first with its place and how many there are', () => {
    const html = filled('<p>Total\n  {{ total | money }} {% if paid %}paid{% endif %}</p>');
    expect(warningsOf({ html })).to.deep.equal([
      {
        code: 'foreign_template_tag',
        message:
          '`{{ total | money }}` at html 2:3 and 2 more are printed unchanged: templates use `[[ ]]`, see /docs/templates.',
        line: 2,
        column: 3,
      },
    ]);
  });

  it('is looked for at the first print of a template', () => {
    const template = '<p>[[a]] {{ b }} /* {{ c }} */';
    const [first, next] = [filled(template).foreignTags(), filled(template, { a: 1 }).foreignTags()];
    expect(first).to.include({ tag: '{{ b }}', count: 2 }).and.to.equal(next);
    expect(filled(template, {}, 'css').foreignTags()).to.include({ tag: '{{ b }}', count: 1 });
  });

  for (const begin of [
    `{{${'../'.repeat(5_000)}`,
    `{{${'a/'.repeat(5_000)}a${' '.repeat(500_000)}`,
    '{%a'.repeat(100_000),
  ])
    itWithinCpuMs(10_000, `is searched quickly in ${begin.slice(0, 8)}…, an incomplete tag`, () => {
      expect(filled(`${begin}!`).foreignTags()).to.equal(undefined);
    });

  it('is found behind elements that are called as what JavaScript objects have', () => {
    const html = filled('<constructor>{{ a }}</constructor><style>p { content: "[[x]]" }</style>', { x: '"' });
    expect(warningsOf({ html })).to.have.lengthOf(1);
    expect(html.text).to.contain('content: "\\22 "');
  });

  it('is an error with `strict`', () => {
    const header_html = filled('{{page}}');
    const [foreign, missing, ...more] = missingValues({ html: filled('[[a]]'), header_html });
    expect(foreign).to.include({
      code: 'template_invalid',
      message: '`{{page}}` at header_html 1:1 is printed unchanged: templates use `[[ ]]`, see /docs/templates.',
    });
    expect(missing).to.include({ code: 'tag_without_value' });
    expect([...more, ...missingValues({ html: filled('{ { a } } { % a % }') })]).to.deep.equal([]);
  });

  for (const tag of [
    '<?php',
    '<?=',
    '<%= @customer.name %>',
    '<%@ page language="java" %>',
    '{!! $html !!}',
    '{{name}}',
    '{{{ body }}}',
    '{{ customer.name }}',
    '{{customer.0.name}}',
    '{{#each items}}',
    '{{/each}}',
    '{{^paid}}',
    '{{&html}}',
    '{{> header}}',
    '{{else}}',
    '{{~#if a~}}',
    '{{ total|number_format(2, ",", ".") }}',
    '{{ "Total"|trans }}',
    '{{ $invoice->total }}',
    '{{ __("Total") }}',
    '{{ a + b }}',
    '{{ paid ? "yes" : "no" }}',
    '{{ .Total }}',
    '{{ printf "%.2f" .Total }}',
    '{{ range .Items }}',
    '{{formatDate date}}',
    '{{- name -}}',
    '{% if a == b %}',
    '{%- endfor -%}',
    '{% trans %}',
  ]) {
    it(`is ${tag}`, () => expect(warningsOf({ html: filled(`<b>${tag}</b>`) })).to.have.lengthOf(1));
  }

  for (const [html, tag] of [
    ['<td>@foreach ($items as $item)</td>', '@foreach ($items as $item)'],
    ['<td>@if($paid)</td>', '@if($paid)'],
    ['<b>@Model.Total</b>', '@Model.Total'],
    ['<td>#foreach( $item in $items )', '#foreach( $item in $items )'],
    ['<#list items as item>', '<#list items as item'],
    ['<c:forEach items="items" var="i">', '<c:forEach items='],
    ['<td class="a" th:text="#{total}">9.00</td>', 'th:text="#{total}"'],
    ['<td data-th-each="i : *{items}">', 'data-th-each="i : *{items}"'],
    ['<t t-foreach="o.lines" t-as="line"><span t-field="line.name"/></t>', 't-foreach="o.lines"'],
  ] as const) {
    it(`is ${tag}`, () => {
      const [warning, ...more] = warningsOf({ html: filled(html) });
      expect(more).to.deep.equal([]);
      expect(warning?.message.startsWith(`\`${tag}\` at html 1:`)).to.equal(true, warning?.message);
    });
  }

  it('has no effect as an attribute', () => {
    const message = (html: string) => warningsOf({ html: filled(html) })[0]?.message;
    expect(message('<b th:text="*{a}">1</b>')).to.match(/^`th:text="\*\{a\}"` at html 1:4 has no effect: /);
    expect(message('<b t-esc="a"/><b t-esc="b"/>')).to.match(/^`t-esc="a"` at html 1:4 and 1 more have no effect: /);
  });

  it('is one in attributes and in CSS as well', () => {
    expect(warningsOf({ html: filled('<img alt="{{ name }}">') })).to.have.lengthOf(1);
    expect(warningsOf({ html: filled('<style>p { color: {{ colour }} }</style>') })).to.have.lengthOf(1);
    expect(warningsOf({ css: filled('p { color: {{ colour }} }', {}, 'css') })).to.have.lengthOf(1);
  });

  for (const html of [
    '<pre>{{ name }}</pre>',
    '<p>Write <code>{% if a %}</code></p>',
    '<!-- {{ name }} -->',
    '<!-- <?php echo 1 ?> -->',
    '<?xml version="1.0"?>',
    '<p>5 <% 6</p>',
    '<script>const a = {{b}}</script>',
    '<script type="text/x-handlebars">{{#each items}}</script>',
    '[[! {{ name }} ]]',
    '<p>x^{{n}} \\frac{{a}}{b} \\text{{b}} {{n}\\choose k} {{1, 2}, {3}}</p>',
    '<p>{{"a": 1}} {{ }} {{}} {{ a sentence of words. }} {% 5 of 7 %} 100{%}</p>',
    '<style>@media print{a{b:c}}p{d:e}</style>',
    '<p>{ {name} } {name} {%name</p>',
    '<p>th:text="a" ann@if.example (b) @include #if (a) #1 @media (b) @Model t-if="c"</p>',
    '<p data-t-if="a" t-as="b" wealth:text="c" title="#set">a</p>',
    '<html xmlns:th="http://www.thymeleaf.org"><style>@supports (a:b){}</style>',
  ]) {
    it(`is not reported in ${html}`, () => expect(warningsOf({ html: filled(html) })).to.deep.equal([]));
  }

  it('is not reported in comments of CSS, nor in values of the data', () => {
    expect(warningsOf({ css: filled('/* {{ name }} */', {}, 'css') })).to.deep.equal([]);
    expect(warningsOf({ html: filled('[[a]] [[&a]] {{', { a: '{{ name }}' }) })).to.deep.equal([]);
  });

  it('is found between tags of the service, at its own position', () => {
    const html = filled('[[#a]]\n[[b]] [[else]]\n {{c}}[[/a]]\n{{d}}');
    expect(warningsOf({ html })[0]).to.include({ line: 3, column: 2 });
    expect(warningsOf({ html })[0]?.message).to.include('and 1 more');
  });

  for (const text of [
    '{{',
    '{{a',
    '{{a ',
    '{{#a "',
    '{%a ',
    '{{a}}',
    '<!--{{a}}',
    '<pre>{{a}}',
    '<%',
    '<?php',
    '{!!a',
    '\\a{{a}}',
    "{{'a' |",
    ' th:text=',
    '<a t-if=',
    '@if (',
    '#set($',
    '<#if ',
  ])
    itWithinCpuMs(5_000, `is looked for quickly in a great many ${text}`, () => {
      const html = filled(text.repeat(Math.floor(1_000_000 / text.length)));
      expect(warningsOf({ html }).length).to.be.at.most(1);
    });
});

describe('With `strict`', () => {
  const data = {
    name: 'Ann',
    no: null,
    'Invoice No': 7,
    rows: [{ net: '1.50' }, { net: '2' }],
    map: { a: 1 },
  };
  const missing = (template: string): string | undefined => {
    const [error] = missingValues({ html: filled(template, data) });
    if (error) expect(error).to.have.property('code', 'tag_without_value');
    return /for (.*)\.$/.exec(error?.message ?? '')?.[1];
  };

  for (const [template, tag] of [
    ['[[nothing | upcase]]', '`[[nothing | upcase]]` at html 1:1'],
    ['[[no | upcase]]', '`[[no | upcase]]` at html 1:1'],
    ['[[rows[7].net | upcase]]', '`[[rows[7].net | upcase]]` at html 1:1'],
    ['[[name | append: nothing]]', '`[[name | append: nothing]]` at html 1:1'],
    ['[[nothing | sum: "net"]]', '`[[nothing | sum: "net"]]` at html 1:1'],
    ['[[nothing | default: no]]', '`[[nothing | default: no]]` at html 1:1'],
    ['[[&nothing]]', '`[[nothing]]` at html 1:1'],
    [
      '[[#rows]][[@key]][[/rows]]',
      '`[[@key]]` at html 1:10: `@key` is of objects; items of lists have `@index` and `@number`',
    ],
    ['[[let x = nothing]][[x]]', '`[[x]]` at html 1:20'],
    ['[[#each rows]][[../nothing]][[/each]]', '`[[../nothing]]` at html 1:15'],
  ] as const)
    it(`${template} has no value`, () => expect(missing(template)).to.equal(tag));

  for (const template of [
    '[[name | upcase]][[rows[0].net | times: 2]][[Invoice No | upcase]]',
    '[[#each map]][[@key]][[@index]][[@first]][[/each]]',
    '[[#if nothing]]a[[else if no == 1]]b[[else]]c[[/if]]',
    '[[#each no]][[.]][[/each]][[#nothing]]a[[/nothing]][[^nothing]]b[[/nothing]]',
    '[[let x = nothing]]',
    '[[let x = name]][[x]]',
    '[[nothing | default: "-"]][[no | default: "" | upcase]]',
  ])
    it(`${template} has all it needs`, () => expect(missing(template)).to.equal(undefined));
});
