import { templateFor } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { certainChanges, foreignTags } from './convert.js';
import { engineOf } from './find-tags.js';
import { foreignProblems } from './foreign-problems.js';

/** Returns the converted text, and the new tags that are in doubt. */
function result(text: string): { text: string; left: (string | undefined)[] } {
  const found = foreignTags(text);
  if (found === undefined) throw new Error('The text has no foreign tags.');
  const left = found.tags.filter(({ isSure }) => !isSure).map(({ write }) => write);
  const changed = certainChanges(found).reduceRight(
    (now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to),
    text,
  );
  return { text: changed, left };
}

describe('Tags of other template languages', () => {
  for (const [engine, text, expected] of [
    ['Jinja or Twig', '{{ total }} {{ customer.name|upper }}', '[[total]] [[customer.name | upcase]]'],
    [
      'Jinja or Twig',
      '{% for item in items %}{{ loop.index }}. {{ item.name }} {{ currency }}{% else %}none{% endfor %}',
      '[[#each items]][[@number]]. [[name]] [[../currency]][[else]]none[[/each]]',
    ],
    [
      'Jinja or Twig',
      '{% if a is not empty and b != "x" %}1{% elif not c %}2{% else %}3{% endif %}',
      '[[#if a and b != "x"]]1[[else if not c]]2[[else]]3[[/if]]',
    ],
    ['Jinja or Twig', '{% if rows %}{{ note|raw }}{# why #}{% endif %}', '[[#if rows]][[&note]][[! why ]][[/if]]'],
    ['Jinja or Twig', '{% set due = a * b %}{{ due|round(2) }}', '[[let due = a | times: b]][[due | round: 2]]'],
    ['Jinja or Twig', '{{ d|date("d.m.Y") }}{% if x %}{% endif %}', '[[d | date: "dd.MM.yyyy"]][[#if x]][[/if]]'],
    [
      'Jinja or Twig',
      '{% if x %}{% endif %}{{ paid ? "yes" : "no" }}',
      '[[#if x]][[/if]][[#if paid]]yes[[else]]no[[/if]]',
    ],
    [
      'Liquid',
      '{% assign n = items.size %}{% unless n == 0 %}{{ issued | date: "%d.%m.%Y" }}{% endunless %}',
      '[[let n = items.size]][[#if not (n == 0)]][[issued | date: "%d.%m.%Y"]][[/if]]',
    ],
    [
      'Blade',
      '@foreach ($items as $item)<b>{{ $item->name }}</b>{{ $loop->iteration }}@endforeach {{ strtoupper($a["b"]) }}',
      '[[#each items]]<b>[[name]]</b>[[@number]][[/each]] [[a.b | upcase]]',
    ],
    [
      'Blade',
      '@if ($total > 0 && !$paid){{ __("Due") }}{!! $html !!}@else{{-- none --}}@endif',
      '[[#if total > 0 and not paid]][["Due" | t]][[&html]][[else]][[! none ]][[/if]]',
    ],
    [
      'Handlebars',
      '{{#each items}}{{@index}} {{this.name}} {{../currency}}{{else}}-{{/each}}{{#unless paid}}{{{note}}}{{/unless}}',
      '[[#each items]][[@index]] [[name]] [[../currency]][[else]]-[[/each]][[#if not paid]][[&note]][[/if]]',
    ],
    [
      'Handlebars',
      '{{#if (eq status "paid")}}{{uppercase name}}{{/if}}{{#with customer}}{{city}}{{/with}}',
      '[[#if status == "paid"]][[name | upcase]][[/if]][[#customer]][[city]][[/customer]]',
    ],
    [
      'Mustache',
      '{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}{{&html}}{{! x }}',
      '[[#items]][[name]][[/items]][[^items]]none[[/items]][[&html]][[! x ]]',
    ],
    [
      'Go',
      '{{ range .Items }}{{ .Name }} {{ $.Currency }}{{ end }}{{ if gt .Total 0 }}{{ len .Items }}{{ end }}',
      '[[#each Items]][[Name]] [[@root.Currency]][[/each]][[#if Total > 0]][[Items.size]][[/if]]',
    ],
    [
      'ERB',
      '<% @items.each_with_index do |item, i| %><%= i %> <%= item.name.upcase %><% end %><%= @order.total %>',
      '[[#each items]][[@index]] [[name | upcase]][[/each]][[order.total]]',
    ],
    [
      'EJS',
      '<% items.forEach(function (item) { %><%= item.name %><%- item.html %><% }) %><% if (a === 1) { %>x<% } else { %>y<% } %>',
      '[[#each items]][[name]][[&html]][[/each]][[#if a == 1]]x[[else]]y[[/if]]',
    ],
    [
      'PHP',
      '<?php foreach ($items as $item): ?><?= htmlspecialchars($item["name"]) ?><?php endforeach; ?><?php echo $a; ?>',
      '[[#each items]][[name]][[/each]][[a]]',
    ],
    [
      'Carbone',
      '<p>{d.customer.name} {d.name:upperCase} {d.on:formatD(DD.MM.YYYY)}</p>',
      '<p>[[customer.name]] [[name | upcase]] [[on | date: "dd.MM.yyyy"]]</p>',
    ],
    ['Razor', '<p>@Model.Customer.Name</p>', '<p>[[Customer.Name]]</p>'],
    [
      'Word',
      '<p class=MsoNormal>«TableStart:Items»«Name»«TableEnd:Items»</p>',
      '<p class=MsoNormal>[[#each Items]][[Name]][[/each]]</p>',
    ],
  ] as const) {
    it(`of ${engine} become ours: ${text}`, () => {
      expect(engineOf(text)).to.equal(engine);
      expect(result(text)).to.deep.equal({ text: expected, left: [] });
      expect(templateFor(expected).faults).to.deep.equal([]);
    });
  }

  for (const [text, expected, ...left] of [
    ['{{ a|number_format(2, ",", ".") }}', '{{ a|number_format(2, ",", ".") }}', '[[a | number: 2]]'],
    ['{{ a|currency }} {{ b }}', '{{ a|currency }} [[b]]', '[[a | money: "EUR"]]'],
    ['{{ a.b + c|x }} {{ d|upper }}', '{{ a.b + c|x }} [[d | upcase]]', undefined],
    [
      '{% for i in pick(a) %}{{ i.x }}{% endfor %}{{ b }}',
      '{% for i in pick(a) %}{{ i.x }}{% endfor %}[[b]]',
      undefined,
      '[[x]]',
      undefined,
    ],
    ['{% include "parts/_head.html" %}{{ a }}', '{% include "parts/_head.html" %}[[a]]', '[[var:head]]'],
    ['{{ a|join("x) }} {{ b|upper }}', '{{ a|join("x) }} [[b | upcase]]', undefined],
    ['{% if a %}{{ b }}', '{% if a %}[[b]]', '[[#if a]]'],
    ['{% endif %}{{ b }}', '{% endif %}[[b]]', undefined],
    [
      '{% extends "base" %}{% block body %}{{ a }}{% endblock %}',
      '{% extends "base" %}{% block body %}[[a]]{% endblock %}',
      undefined,
      undefined,
      undefined,
    ],
  ] as const)
    it(`stay where it is not certain what they print: ${text}`, () =>
      expect(result(text)).to.deep.equal({ text: expected, left }));

  it('are not found in comments, scripts and prose', () => {
    expect(foreignTags('<!-- {{ a }} --><script>x = {{ b }}</script>')).to.equal(undefined);
    expect(foreignTags('<p>« Bonjour » «oui» me@if.example { a } [[b]] 5 % {</p>')).to.equal(undefined);
  });

  it('are not found in formulas and in our own tags', () => {
    expect(foreignTags('<p>x^{{n}} \\frac{{a}}{b} [[! {{ c }} ]] <code>{{ d }}</code></p>')).to.equal(undefined);
    expect(result('{{a}}{{b}} [[c]]').text).to.equal('[[a]][[b]] [[c]]');
  });

  it('are problems at their lines, which say what to write', () => {
    const text = '<p>\n  {{ a|upper }}</p>\n{% macro x() %}';
    const found = foreignTags(text);
    expect(found && foreignProblems(text, found)).to.deep.equal([
      {
        kind: 'warning',
        part: 'html',
        line: 2,
        column: 3,
        message: '`{{ a|upper }}` is a tag of Jinja or Twig, which is printed as text: write `[[a | upcase]]`.',
      },
      {
        kind: 'warning',
        part: 'html',
        line: 3,
        column: 1,
        message:
          '`{% macro x() %}` is a tag of Jinja or Twig, which is printed as text: there are no macros: save the part as a template and write `[[> name item=value]]`.',
      },
    ]);
  });
});
