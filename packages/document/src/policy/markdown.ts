/** The content policy as `docs/document-policy.md`. */
import { IGNORED_CSS, type IgnoredEntry } from '../css/ignored-css.js';
import { ADDRESS_FUNCTIONS, DRAWING_FUNCTIONS, IMAGE_FUNCTIONS, MAX_CSS_ERRORS } from '../css/scan.js';
import { MAX_CSS_NESTING } from '../css/tokens.js';
import { MAX_ATTRIBUTES, MAX_NODES, MAX_TEXT_CHARACTERS } from '../html.js';
import { MAX_IMAGES } from '../images/collector.js';
import { MAX_IMAGE_PIXELS } from '../images/header.js';
import { DOCUMENT_LIMITS } from '../limits.js';
import { IMAGE_ATTRIBUTES, LINK_SCHEMES, REMOVED_ATTRIBUTES, REMOVED_FROM_VIDEO } from './attribute-rules.js';
import { type ElementRule, HTML_RULES, SVG_RULES, type Treatment } from './element-rules.js';
import { MAX_FRAMES } from './frames.js';
import { MAX_NESTING } from './inspection.js';
import { MAX_IMPORT_DEPTH, MAX_SHEETS } from './stylesheets.js';

/** @returns the page, ending in a line feed. */
export const policyMarkdown = (): string => `# What documents may hold

<!-- Written from the tables that the policy uses; a test fails when it is out of date. -->

A document prints what it holds. What it may have besides are the style sheets and images that it names, from the \`files\` of the request or by
\`https:\`; the service fetches them, not the browser, which has no network. The policy is checked on the filled document, after variables and tags, by
parsers of HTML and CSS; what is printed is the tree that was checked. Header and footer are under the same policy.

Content that would be missed in the result is refused with 422 \`content_forbidden\`: images, frames and other documents that may not be
loaded. Style that is missing (fonts, backgrounds, whatever CSS would load) is a warning in the answer. \`on_blocked: "error"\` makes
errors of both, \`on_blocked: "warn"\` warnings. An error names all places, up to 20: each with the element, the attribute, line and column in the text
with variables in their place, before tags are filled, and the tag when a value brought it there. Limits are errors
always (\`document_too_complex\`). What nobody misses is removed without a word.

## Elements

Elements that are not listed stay as they are.

${elementTable()}

## Frames

Whether a frame, an \`object\` or an \`embed\` shows is what the printing browser says: one that is hidden on paper, by \`display: none\` on it or around
it, in any sheet and for \`print\` too, by \`hidden\`, or in a closed \`details\`, is left out without a word. It is never loaded: an empty element of its name,
id, classes and \`data-\` attributes stands in its place. What only \`visibility\` or the edge of a box hides counts as shown. So do those beyond the first ${MAX_FRAMES}, and those
whose own \`style\` attribute has brackets, quotes or escapes. A frame in a \`noscript\` is left out, for readers of the page do not see it either.

## Images

Images are \`src\` and \`srcset\` of \`img\`, \`srcset\` of \`source\` in a \`picture\`, \`src\` of \`input type="image"\`, \`poster\` of \`video\`,
\`background\` of ${list(backgrounds)}, \`href\` (\`xlink:href\` too) of \`image\` and
\`feImage\` in SVG, and \`data\` of \`object\` and \`src\` of \`embed\` whose \`type\` is that of an image, or which have no \`type\` and an address that ends like
one (\`.svg\`, \`.png\`). What is in such an \`object\` shows only where the image is left out with a warning. The address of an image that is printed is one of:

- an \`https:\` URL, valid, without user name and password; \`//\` is read as \`https://\`. \`http:\` and empty addresses are refused;
- the path of a file in the request's \`files\`. Other relative addresses are refused, whatever \`base\` says, and the error says under which path to send the image. A
  missing image is never left out silently;
- a data URL that declares \`image/png\`, \`image/jpeg\` (or \`image/jpg\`) or \`image/gif\` and holds just that: the bytes are
  checked, and the size is ${number(MAX_IMAGE_PIXELS)} pixels at most;
- \`#name\` for \`feImage\`.

By \`https:\` and in \`files\` images are PNG, JPEG, GIF, WebP, AVIF or SVG, by their bytes. An SVG is shown as a picture: no script runs, nothing loads.

Each image is fetched once and printed at one resolution. Of a \`srcset\`, of the candidates that are allowed, the smallest that is sharp on paper stays
(\`2x\`, or 1,600 pixels for \`w\` descriptors), else the largest; without any, the \`src\`. A \`picture\` becomes its \`img\`, with the \`srcset\` of the first
\`source\` that is allowed and for paper: no \`media\`, or \`all\` or \`print\`; no \`type\`, or PNG, JPEG, GIF or SVG. WebP and AVIF, which a PDF can’t hold as they
are, are taken where the \`img\` has no other. Nothing is loaded lazily.

## Style sheets

The sheet of a \`link\` takes its place in the document, sheets that it imports stand before it (${MAX_IMPORT_DEPTH} levels deep, ${MAX_SHEETS} sheets in all), with their layers, conditions and
media queries. Sheets that are not for paper (\`media="screen"\`, \`alternate\`) and what is no CSS (\`type="text/less"\`) are left out without a word. A sheet comes
from \`files\` or by \`https:\`; one that can't be had is a warning. Its CSS is under the rules below.

## CSS

In \`css\`, \`style\` elements and \`style\` attributes, and in attributes of SVG that are properties, CSS may not load anything,
however it is spelled: ${list([...ADDRESS_FUNCTIONS, ...IMAGE_FUNCTIONS].map((name) => `${name}()`))}, \`@import\`, and \`attr()\` with
\`type()\` of \`<url>\`, \`<image>\` or \`*\`. Data URLs are no exception. The sheet stays as it is, but each address is replaced by one that
leads nowhere. Where the printing browser asks for one of these, the document looks otherwise than it was meant to: the answer
has a warning that names the place, or the request is an error, as \`on_blocked\` says. What no element on the pages uses, such as the form controls
of a framework, has no consequence and is not spoken of.

An \`@font-face\` of a family that the [service has](fonts.md) is left out, so that the service's own font is used. Where the face names a file
that comes with the document, in \`files\` or as a data URL, and this is another font or version by its names and its revision, the answer has a warning, \`font_replaced\`;
of fonts at other addresses nothing is said. \`local()\` works. A family that
neither the service nor a face of the document has is warned of, once, where no other in its list is there; not in rules whose selector names
classes, ids or elements that the document does not have.
${list([...DRAWING_FUNCTIONS].map((name) => `${name}()`))} draw nothing on paper; the answer has a warning.

Allowed is \`url(#name)\`, for what is in the same document. The text \`url(\` in prose, in comments and in strings is not CSS.

The browser ignores some CSS for print that other printers know. The answer has a warning, once for each kind:

${ignoredTable()}

## Attributes

Handlers (every attribute that begins with \`on\`) are removed, for scripts never run, and so are:

${attributeTable()}

A \`progress\` without a \`value\` gets \`value="0"\`: browsers move its bar, and each print would show another picture of it.

## Links

\`a\`, \`area\` and SVG’s \`a\` can be followed in the PDF when they lead to \`#name\` or to an absolute URL with
${list(LINK_SCHEMES)}. A link without a scheme (\`page.html\`) leads nowhere in a PDF, nor
does one of any other scheme, before which a soft hyphen is put (\`javascript:\` becomes \`#\` and one); all look as links.

## Pages

Page size and margins that the request gives win: \`size\`, \`margin\` and \`all\` are taken out of the document’s own \`@page\`
rules as far as the request decides them, but for rules with a selector (\`:first\`, a page’s name). Margin boxes give way to a header or footer at
their edge. \`@page\` in header and footer has no say about either.

## Limits

| Of a document | At most |
|---|---|
| elements and texts | ${number(MAX_NODES)} |
| characters of text, without those of style sheets and scripts | ${number(MAX_TEXT_CHARACTERS)} |
| attributes | ${number(MAX_ATTRIBUTES)} |
| elements inside each other | ${number(MAX_NESTING)} |
| different remote images | ${number(MAX_IMAGES)} |
| brackets inside each other, of one sheet or attribute | ${number(MAX_CSS_NESTING)} |
| broken strings and escapes, of one sheet or attribute | ${number(MAX_CSS_ERRORS)} |
| pixels of an image in a data URL | ${number(MAX_IMAGE_PIXELS)} |
${limitRows()}

What is beyond a limit is refused before it is printed: the error names the limit, the count, and what to do.
`;

const limitRows = (): string =>
  Object.values(DOCUMENT_LIMITS)
    .map(({ called, most }) => `| ${called} | ${number(most)} |`)
    .join('\n');

const code = (text: string): string => `\`${text}\``;
const list = (names: Iterable<string>): string => [...names].map(code).join(', ');
const number = (value: number): string => value.toLocaleString('en-US');

const TREATMENTS: Readonly<Record<Treatment, string>> = {
  refused: '**refused**',
  removed: 'removed with its content',
  unwrapped: 'replaced by its content',
  text: 'becomes `pre`',
  warned: 'stays, with a **warning**',
};

function elementTable(): string {
  const rows = [
    ...HTML_RULES.map((rule) => elementRow(rule, '')),
    ...SVG_RULES.map((rule) => elementRow(rule, ' in SVG')),
    `| ${code('use')} and others in SVG whose ${code('href')} leads to another file | ${TREATMENTS.refused} | only ${code('#name')} is allowed |`,
    '| comments, processing instructions | removed | they print nothing |',
    '| doctypes | kept by their mode | a document without one is printed in quirks mode, as browsers do |',
  ];
  return ['| What | What happens | Why |', '|---|---|---|', ...rows].join('\n');
}

function ignoredTable(): string {
  const rows = Object.values<IgnoredEntry>(IGNORED_CSS).map(
    ({ called, where = '', instead }) => `| ${list(called)}${where} | ${instead} |`,
  );
  return ['| CSS | What to do |', '|---|---|', ...rows].join('\n');
}

const elementRow = ({ names, called, treatment, because, ifShown }: ElementRule, where: string): string =>
  `| ${called ?? list(names)}${where} | ${TREATMENTS[treatment]}${ifShown ? ' where it [shows](#frames)' : ''} | ${because} |`;

const backgrounds = Object.keys(IMAGE_ATTRIBUTES).filter((name) => IMAGE_ATTRIBUTES[name] === 'background');

function attributeTable(): string {
  const rows = [
    ...REMOVED_ATTRIBUTES.map(({ names, because }) => `| ${list(names)} | ${because} |`),
    `| ${list(REMOVED_FROM_VIDEO)} of ${code('video')} | paper shows its ${code('poster')} |`,
  ];
  return ['| Attribute | Why |', '|---|---|', ...rows].join('\n');
}
