/** The content policy as `docs/document-policy.md`. */
import {
  ADDRESS_FUNCTIONS,
  DOCUMENT_LIMITS,
  DRAWING_FUNCTIONS,
  HTML_RULES,
  IGNORED_CSS,
  IGNORED_IN_MATHML,
  IMAGE_ATTRIBUTES,
  IMAGE_FUNCTIONS,
  LINK_SCHEMES,
  MATHML_RULES,
  MAX_ATTRIBUTES,
  MAX_CSS_ERRORS,
  MAX_CSS_NESTING,
  MAX_FRAMES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGES,
  MAX_IMPORT_DEPTH,
  MAX_NESTING,
  MAX_NODES,
  MAX_SHEETS,
  MAX_TEXT_CHARACTERS,
  REMOVED_ATTRIBUTES,
  REMOVED_FROM_VIDEO,
  REWRITTEN_IN_MATHML,
  SVG_RULES,
} from '@toolpress/document/tables';

/** @typedef {typeof HTML_RULES[number]} ElementRule */
/** @typedef {{ called: readonly string[], where?: string, instead: string }} IgnoredEntry */

/** Returns the page, ending in a line feed. */
export const policyMarkdown = () => `# Document policy

<!-- Written from the tables that the policy uses; a test fails when it is out of date. -->

A document prints its own content and the style sheets and images that it names, from the request's \`files\` or by \`https:\`. The service fetches them; the browser has no network. The policy checks the filled document, headers and footers included, with
parsers of HTML and CSS. The checked tree is what is printed.

Missing content (images, frames, other documents) is 422 \`content_forbidden\`. Missing style (fonts, backgrounds, anything that CSS would load) is a warning. \`on_blocked: "error"\` makes both errors, \`on_blocked: "warn"\` both warnings. An error lists up to 20 places with
element, attribute, line and column (in the text with variables inserted, before tags are filled), and the tag if a value caused it. Exceeded limits are always errors (\`document_too_complex\`). Content that has no effect on paper is removed silently.

## Elements

Elements that are not listed are kept. A removed element loses its content; one with a **warning** stays. Elements with a proposal only are those of other PDF tools.

${elementTable()}

## Frames

A frame, \`object\` or \`embed\` that is hidden on paper (\`display: none\` in any sheet, \`hidden\`, a closed \`details\`) or in a \`noscript\` is replaced by an empty element with its name, id, classes and \`data-\` attributes. Hidden by \`visibility\` or clipped by a box counts as shown, and so do frames beyond the
first ${MAX_FRAMES} and those whose \`style\` attribute has brackets, quotes or escapes. Frames are never loaded.

## Images

Images are:

- \`src\` and \`srcset\` of \`img\`, \`srcset\` of \`source\` in a \`picture\`, \`src\` of \`input type="image"\`, \`poster\` of \`video\`;
- \`background\` of ${list(backgrounds)};
- \`href\` (or \`xlink:href\`) of \`image\` and \`feImage\` in SVG;
- \`data\` of \`object\` and \`src\` of \`embed\` with the \`type\` of an image, or without \`type\` and with such an extension (\`.svg\`, \`.png\`). Content of such an \`object\` shows only if the image is omitted with a warning.

The address is one of:

- a valid \`https:\` URL without credentials; \`//\` means \`https://\`. \`http:\` and empty addresses are refused;
- a path in \`files\`. Other relative addresses are refused, also with \`base\`; the error names the path to send;
- a data URL whose bytes are a PNG, JPEG or GIF, whatever type it declares, of at most ${number(MAX_IMAGE_PIXELS)} pixels;
- \`#name\` for \`feImage\`.

By \`https:\` and in \`files\`, PNG, JPEG, GIF, WebP, AVIF and SVG are accepted, identified by their bytes. SVG images run no scripts and load nothing.

Each image is fetched once. Of a \`srcset\`, the smallest allowed candidate that is sharp on paper is used (\`2x\`, or 1,600 pixels for \`w\` descriptors), else the largest, else \`src\`. A \`picture\` becomes its \`img\` with the first allowed \`source\` for paper (no \`media\`, \`all\` or \`print\`; no
\`type\`, PNG, JPEG, GIF or SVG). WebP and AVIF, which PDF cannot hold, are used only if the \`img\` has nothing else. Lazy loading is disabled.

## Style sheets

A \`link\` is replaced by its sheet, with imported sheets before it (${MAX_IMPORT_DEPTH} levels, ${MAX_SHEETS} sheets in all), their layers, conditions and media queries. Sheets for screens (\`media="screen"\`), alternate sheets and other types (\`type="text/less"\`) are removed silently; one that \`onload\` makes a sheet for paper (\`rel="preload" as="style"\`) is not. Sheets come from
\`files\` or by \`https:\`; a missing one is a warning.

## CSS

CSS in \`css\`, \`style\` elements, \`style\` attributes and SVG presentation attributes must not load anything, in any spelling: ${list([...ADDRESS_FUNCTIONS, ...IMAGE_FUNCTIONS].map((name) => `${name}()`))}, \`@import\`, and \`attr()\` with \`type()\` of
\`<url>\`, \`<image>\` or \`*\`; data URLs neither. With \`embedded_resources\`, images and fonts by paths in \`files\`, and data URLs of images, fonts and style sheets, are put into the style sheet as data, at most 20 MiB in all. All other addresses are replaced by ones that lead nowhere. If the browser requests one, because a page shows it, the answer has a warning or error with its position (\`on_blocked\`). Addresses that no page uses are ignored. \`url(#name)\` is allowed, and \`url(\` in
comments, strings and text is no CSS.

- An \`@font-face\` of a [built-in family](fonts.md) is removed. If its file in \`files\` or in a data URL is another font or version, the answer has the warning \`font_replaced\`. \`local()\` works.
- A list of families none of which exists causes a warning, once per family, except in rules whose selector names classes, ids or elements that the document lacks.
- ${list([...DRAWING_FUNCTIONS].map((name) => `${name}()`))} draw nothing on paper (warning).

Chromium ignores some print CSS. The answer has a warning, once for each kind:

${ignoredTable()}

## Attributes

Event handlers (attributes that begin with \`on\`) are removed, and also:

${attributeTable()}

A \`progress\` without \`value\` gets \`value="0"\`, because its animation would differ in every print.

## Links

Links of \`a\`, \`area\` and SVG's \`a\` work in the PDF for \`#name\` and absolute URLs with ${list(LINK_SCHEMES)}. \`//host\`, \`www.host\`, and relative ones after \`<base href="https://…">\` are completed. Others keep their look but lead nowhere, with the warning \`link_dead\`: relative ones, \`#name\` without a target, and other schemes; \`javascript:\` becomes \`#\` and a soft hyphen.

## Pages

\`size\`, \`margin\` and \`all\` of \`@page\` rules are removed if the request sets them, except in rules with a selector (\`:first\`, a name). Margin boxes are removed where a header or footer is printed. \`@page\` in headers and footers is ignored.

## Limits

| Of a document | At most |
|---|---|
| elements and texts | ${number(MAX_NODES)} |
| characters of text, without style sheets and scripts | ${number(MAX_TEXT_CHARACTERS)} |
| attributes | ${number(MAX_ATTRIBUTES)} |
| nested elements | ${number(MAX_NESTING)} |
| different remote images | ${number(MAX_IMAGES)} |
| nested brackets of one sheet or attribute | ${number(MAX_CSS_NESTING)} |
| broken strings and escapes of one sheet or attribute | ${number(MAX_CSS_ERRORS)} |
| pixels of an image in a data URL | ${number(MAX_IMAGE_PIXELS)} |
${limitRows()}

A document over a limit is refused before it is printed. The error names the limit and the count.
`;

const limitRows = () =>
  Object.values(DOCUMENT_LIMITS)
    .map(
      ({ called, most, ...more }) =>
        `| ${called} | ${number(most)}${'longest' in more ? `; for each 50 pages that the account may print, up to ${number(more.longest)}` : ''} |`,
    )
    .join('\n');

const code = (/** @type {string} */ text) => `\`${text}\``;
const list = (/** @type {Iterable<string>} */ names) => [...names].map(code).join(', ');
const number = (/** @type {number} */ value) => value.toLocaleString('en-US');

/** @type {Record<ElementRule['treatment'], string>} */
const TREATMENTS = {
  refused: '**refused**',
  removed: 'removed',
  unwrapped: 'replaced by its content',
  text: 'becomes `pre`',
  warned: '**warning**',
};

function elementTable() {
  const rows = [
    ...HTML_RULES.map((rule) => elementRow(rule, '')),
    ...SVG_RULES.map((rule) => elementRow(rule, ' in SVG')),
    ...MATHML_RULES.map((rule) => elementRow(rule, ' in MathML')),
    `| ${code('mfenced')} in MathML | becomes an ${code('mrow')} with its brackets and separators | browsers ignore it |`,
    `| ${code('mathvariant')} in MathML | replaced by letters of that style, such as ${code('ℝ')} | browsers ignore it |`,
    `| ${list(REWRITTEN_IN_MATHML)} in MathML | become styles or what browsers know | browsers ignore them |`,
    ...mathRows(),
    `| ${code('use')} and others in SVG whose ${code('href')} refers to another file | ${TREATMENTS.refused} | only ${code('#name')} is allowed |`,
    '| comments, processing instructions | removed | they print nothing |',
    '| doctypes | replaced by one of the same mode | a document without one is printed in quirks mode, as browsers do |',
  ];
  return ['| What | What happens | Why |', '|---|---|---|', ...rows].join('\n');
}

/** Returns a row for each reason. */
function mathRows() {
  /** @type {Map<string, Set<string>>} */
  const reasons = new Map();
  for (const { names, called = list(names), because } of IGNORED_IN_MATHML)
    reasons.set(because, (reasons.get(because) ?? new Set()).add(called));
  return [...reasons].map(
    ([because, called]) =>
      `| ${[...called].join(', ')} in MathML | ${TREATMENTS.warned} if the value matters | ${because} |`,
  );
}

function ignoredTable() {
  const rows = /** @type {IgnoredEntry[]} */ (Object.values(IGNORED_CSS)).map(
    ({ called, where = '', instead }) => `| ${list(called)}${where} | ${instead} |`,
  );
  return ['| CSS | What to do |', '|---|---|', ...rows].join('\n');
}

/** @param {ElementRule} rule @param {string} where */
const elementRow = ({ names, called, treatment, because, ifShown }, where) =>
  `| ${called ?? list(names)}${where} | ${TREATMENTS[treatment]}${ifShown ? ' if it is [visible](#frames)' : ''} | ${because.replace(OTHER_TOOLS, '').replaceAll('|', '\\|')} |`;

const OTHER_TOOLS = /^only other PDF tools support it; /;

const backgrounds = Object.keys(IMAGE_ATTRIBUTES).filter((name) => IMAGE_ATTRIBUTES[name] === 'background');

function attributeTable() {
  const rows = [
    ...REMOVED_ATTRIBUTES.map(({ names, because }) => `| ${list(names)} | ${because} |`),
    `| ${list(REMOVED_FROM_VIDEO)} of ${code('video')} | the ${code('poster')} is printed |`,
  ];
  return ['| Attribute | Why |', '|---|---|', ...rows].join('\n');
}
