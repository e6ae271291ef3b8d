/** Inputs that have held the main thread of a worker or a gateway. */
import { type Entry, each, filled, formOf, MOST, markup, other, template, times } from './entry.js';

/** Matches a selector of looks everywhere, and each time only its beginning. */
const NEARLY = '.ab';
/** The largest part of an address that endings are removed from. */
const ENDINGS = `${'1.'.repeat(120)}${'.js'.repeat(80)}`;
/** The largest depth of elements, less those around them. */
const DEEP = 480;
const NEARLY_NUMBERED = `<a class=${' '.repeat(260)}pageNumber totalPages date title url${' '.repeat(250)}`;
/** Names are compared up to this length; those of data may be longer. */
const LONG_NAME = 4_000;

export const KNOWN: readonly Entry[] = [
  markup(
    'scripts that fill elements',
    'document/policy/script-notices.ts, script-scene.ts: all scripts for each script',
    MOST.html,
    (size) => ({ html: filled(size, '<script>createRoot(</script>') }),
  ),
  markup(
    'scripts that fill named elements',
    'document/policy/script-scene.ts: the targets in all scripts',
    MOST.html,
    (size) => ({ html: `<div id=b>${filled(size, '<script>new Vue({el:"#a"});Mustache.render(</script>')}` }),
  ),
  markup(
    'endings of addresses of scripts',
    'document/policy/scripts.ts: withoutEnding, for each part of an address',
    MOST.html,
    (size) => ({ html: filled(size, `<script src="${ENDINGS}"></script>`) }),
  ),
  markup(
    'looks of scripts in a style sheet',
    'document/policy/script-looks.ts: hasName, the sheet for each look',
    500_000,
    (size) => ({
      html: filled(300 * 55, '<script>document.body.classList.add("a")</script>'),
      css: `${filled(size, NEARLY)}{}`,
    }),
  ),
  markup(
    'texts of targets',
    'document/references/collect.ts: print, the text of the target for each link',
    MOST.text,
    (size) => ({
      html: `<style>a::after{content:target-text(attr(href))}</style><p id=t>${filled(size, 'text ')}</p>${'<a href=#t>x</a>'.repeat(9_900)}`,
    }),
  ),
  markup(
    'targets inside each other',
    'document/references/collect.ts: shownText, each element with those within',
    MOST.text,
    (size) => ({
      html: `<style>a::after{content:target-text(attr(href))}</style>${each(9_000, (index) => `<a href=#t${index % DEEP}>x</a>`)}${each(DEEP, (index) => `<b id=t${index}>`)}${filled(size, 'text ')}`,
    }),
  ),
  markup(
    'running heads inside each other',
    'document/references/collect.ts: textOf, each with those within',
    MOST.text,
    (size) => ({ html: `${'<div data-running=a>'.repeat(DEEP)}${filled(size, 'text ')}` }),
  ),
  markup(
    'headings inside each other',
    'document/references/collect.ts: textOf for contents and outline',
    MOST.text,
    (size) => ({
      html: `<nav data-toc></nav>${'<h1><div>'.repeat(DEEP / 2)}${filled(size, 'text ')}`,
      outline: true,
    }),
  ),
  markup(
    'classes of page numbers of other tools',
    'document/policy/other-printers.ts: classIn, an expression for each place',
    MOST.part,
    (size) => ({
      html: `<p>${filled(size, NEARLY_NUMBERED)}`,
      header_html: `<p>${filled(size, NEARLY_NUMBERED)}`,
      footer_html: `<p>${filled(size, NEARLY_NUMBERED)}`,
    }),
  ),
  markup(
    'cells over a thousand columns',
    'document/structure/marks.ts: markTable, the columns for each cell',
    9_900 * 31,
    (size) => ({ html: `<table>${filled(size, '<tr><td colspan=1000 rowspan=0>')}`, tagged: true }),
  ),
  template(
    'nearest names of blocks without a value',
    'template/empty-blocks.ts: slipIn, contract/names.ts: a sort and a distance for each name',
    1_000 * LONG_NAME,
    (size) => ({
      html: times(500, (index) => `[[#name${index}]]x[[/name${index}]]`).join(''),
      data: Object.fromEntries(
        times(Math.ceil(size / LONG_NAME), (index) => [`${index}${'nameofavalue'.repeat(330)}`, 1]),
      ),
    }),
  ),
  markup(
    'tags of other languages that do not end',
    'template/foreign-tags.ts: an expression at each tag',
    MOST.html,
    (size) => ({ html: filled(size, `{{${`${'a'.repeat(80)}/`.repeat(20)}a `) }),
  ),
  markup(
    'attributes of other languages',
    'template/foreign-tags.ts: the beginning of a tag for each attribute',
    MOST.html,
    (size) => ({ html: filled(size, `{{ <a${' th:if'.repeat(60)} `) }),
  ),
  other(
    'a form of brackets',
    'gateway/gotenberg-forms/form-request.ts: the text of the document',
    MOST.html,
    (size) => ({
      path: '/forms/chromium/convert/html',
      body: formOf({ 'index.html': filled(size, '[[') }),
    }),
  ),
  other(
    'a form of brackets that is printed',
    'gateway/gotenberg-forms/form-request.ts: the text of the document',
    900_000,
    (size) => ({
      path: '/forms/chromium/convert/html',
      body: formOf({ 'index.html': filled(size, '[[') }),
    }),
  ),
  other('a form with unknown metadata', 'gateway/gotenberg-forms/form-options.ts: metadataOf', 1_000_000, (size) => ({
    path: '/forms/chromium/convert/html',
    body: formOf({ 'index.html': 'x' }, { metadata: JSON.stringify(unknownNames(size)) }),
  })),
  markup(
    'unknown metadata',
    'contract/schema.ts: validate, a sentence for each unknown name',
    450_000 * 13,
    (size) => ({ html: 'x', metadata: unknownNames(size) }),
    { ways: ['call', 'job', 'row', 'check', 'preview', 'mcp', 'saved'] },
  ),
  other('a message with unknown arguments', 'gateway/mcp/server.ts, contract/schema.ts: validate', 209_000, (size) => ({
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'html_to_pdf', arguments: { html: 'x', ...unknownNames(size) } },
    },
  })),
];

function unknownNames(size: number): Record<string, number> {
  const count = Math.floor(size / 13);
  return Object.fromEntries(times(count, (index) => [`x${index}`, 1]));
}
