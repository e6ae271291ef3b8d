/** HTML that is expensive to parse, check or name. */
import { crc32, deflateSync } from 'node:zlib';
import { type Entry, each, filled, large, MOST, markup, numbered, PAGE_BREAK, times } from './entry.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const MARKUP: readonly Entry[] = [
  markup('boxes inside each other', 'document/html.ts: parse, recursive walks of the tree', MOST.html, (size) => ({
    html: filled(size, '<div>'),
  })),
  markup(
    'emphasis that each paragraph opens again',
    'document/html.ts: parse, formatting elements',
    MOST.html,
    (size) => ({
      html: `${numbered(size / 2, (index) => `<b id=b${index}>`)}${filled(size / 2, '<p>x')}`,
    }),
  ),
  markup(
    'attributes of one element',
    'document/html.ts: parse, each attribute with those before',
    MOST.html,
    (size) => ({
      html: `<p${numbered(size, (index) => ` a${index}`)}>x`,
    }),
  ),
  markup('tables inside each other', 'document/html.ts: parse, foster parents', MOST.html, (size) => ({
    html: filled(size, '<table><b>x'),
  })),
  markup('a long attribute', 'document/policy/attribute-rules.ts: values', MOST.html, (size) => ({
    html: `<p title="${filled(size - 9_100, 'javascript: ')}" class="${filled(9_000, 'a ')}">x`,
  })),
  markup('classes of one element', 'document/policy/script-scene.ts: classes', MOST.html, (size) => ({
    html: `<script>new Vue({el:".x"})</script><p class="${numbered(size, (index) => `c${index} `)}">x`,
  })),
  markup(
    'handlers and scripts in addresses',
    'document/policy/inspection.ts: a finding for each',
    MOST.html,
    (size) => ({
      html: filled(size, '<a onclick=x href=javascript:x onload=y>x</a>'),
    }),
  ),
  markup('comments', 'document/policy/element-rules.ts: comments', MOST.html, (size) => ({
    html: filled(size, '<!--mpdf x--><!--[if mso]>x<![endif]-->'),
  })),
  ...[
    '<!--',
    '<![CDATA[',
    '<style>/*',
    '<p title="',
    '<textarea>',
    '<script>"',
    '<a href=x ',
    '</',
    '&amp',
    '<svg><style>',
  ].map((begin) =>
    markup(
      `texts that begin with ${begin} and do not end`,
      'document/html.ts, css/scan.ts: parse',
      MOST.html,
      (size) => ({
        html: filled(size, begin),
      }),
    ),
  ),
  markup('XHTML of sections and entities', 'document/xhtml.ts: isWellFormed, readSheet', MOST.html / 2, (size) => ({
    html: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${numbered(size, (index) => `<i/>&e${index};<![CDATA[x]]>`)}</body></html>`,
  })),
  markup('beginnings of XHTML', 'document/xhtml.ts: MAY_BE_XHTML, SELF_CLOSING', MOST.html, (size) => ({
    html: `<html xmlns${filled(size, '<html  xmlns <a b ')}`,
  })),
  markup('candidates of an image', 'document/images/srcset.ts: candidatesIn', MOST.html, (size) => ({
    html: `<img srcset="${numbered(size, (index) => `a${index}.png ${index}w, `)}">`,
    on_blocked: 'warn',
  })),
  markup('images in addresses', 'document/images/collector.ts, worker/resources: each image', MOST.html, (size) => ({
    html: filled(size, `<img src="data:image/png;base64,${PIXEL}">`),
  })),
  markup('different drawings in addresses', 'document/images/svg.ts, address.ts: each drawing', MOST.html, (size) => ({
    html: numbered(
      size,
      (index) => `<img src="data:image/svg+xml,${encodeURIComponent(SVG.replace('h9', `h${index}`))}">`,
    ),
  })),
  large(
    'drawings in files',
    'document/images/file-images.ts, worker/resources/inline-images.ts',
    MOST.body / 2,
    (size) => ({
      html: each(190, (index) => `<img src=${index}.svg>`),
      files: Object.fromEntries(times(190, (index) => [`${index}.svg`, drawing(size / 190)])),
    }),
  ),
  large('large pixels', 'worker/resources/image-bytes.ts: imageHeader, the browser', 90, (megapixels) => ({
    html: each(16, (index) => `<img src=${index}.png>`),
    files: Object.fromEntries(times(16, (index) => [`${index}.png`, { base64: png(megapixels, index) }])),
  })),
  markup('a drawing that multiplies', 'worker/browser: printing', 40, (levels) => ({
    html: `<svg><defs><g id=g0><path d="M0 0h1"/></g>${each(levels, (index) => `<g id=g${index + 1}>${`<use href=#g${index} />`.repeat(10)}</g>`)}</defs><use href=#g${levels} /></svg>`,
  })),
  markup('frames inside frames', 'document/policy/frames.ts: placeholders, explain.ts', MOST.html, (size) => ({
    html: filled(size, '<iframe srcdoc="<iframe src=x>" src=https://example.com></iframe>'),
    on_blocked: 'warn',
  })),
  markup('formulas inside each other', 'document/policy/math.ts, math-tables.ts', MOST.html / 3, (size) => ({
    html: filled(size, `<math>${'<mrow><mi>x</mi>'.repeat(400)}</math>`),
  })),
  markup('boxes at the largest depth', 'document: recursive walks of the tree', MOST.html / 2, (size) => ({
    html: filled(size, `${'<div>'.repeat(480)}x${'</div>'.repeat(480)}`),
  })),
  markup('cells of formulas', 'document/policy/math-tables.ts: columns', MOST.html, (size) => ({
    html: `<math><mtable columnalign="${filled(9_000, 'left ')}">${filled(size - 9_100, '<mtr><mtd columnspan=1000 rowspan=1000>x')}</mtable></math>`,
  })),
  markup('beginnings of formulas', 'document/policy/script-scene.ts: FORMULA', MOST.html, (size) => ({
    html: `<script>MathJax={}</script><p>${filled(size, '$a ` ')}`,
  })),
  markup(
    'empty elements that scripts fill',
    'document/policy/unfilled.ts: names, firstEmpty, emptyLinks',
    MOST.html,
    (size) => ({
      html: `${numbered(size / 2, (index) => `<script>getElementById('a${index}').innerHTML=1</script>`)}${numbered(size / 2, (index) => `<p id=b${index}>x<a href=#b></a>`)}`,
    }),
  ),
  markup('elements of other printers', 'document/policy/element-rules.ts: notices', MOST.html / 2, (size) => ({
    html: filled(
      size,
      '<pagebreak/><pdf:nextpage/><htmlpageheader name=a>x</htmlpageheader><tocentry/><macro/>{PAGENO}',
    ),
  })),
  markup(
    'elements without a name in HTML',
    'document/policy/inspection.ts: unknown elements',
    MOST.html / 2,
    (size) => ({
      html: numbered(size, (index) => `<x-${index}>x</x-${index}>`),
    }),
  ),
  markup('elements of one id', 'document/references/collect.ts: owners, ids', MOST.html / 2, (size) => ({
    html: `<nav data-toc></nav>${filled(size, '<h1 id=toolpress-1>x</h1><a name=a href=#a>x</a>')}`,
  })),
  markup('letters of all scripts', 'document/policy/font-fallback.ts: each character', MOST.html / 3, (size) => ({
    html: numbered(size, (index) => String.fromCodePoint(0xa0 + (index % 0xd000))),
  })),
  markup('long words with soft hyphens', 'worker/render/print-passes/hyphenation.ts: words', MOST.html / 2, (size) => ({
    html: `<html lang=de><p style="hyphens:auto;width:40mm">${filled(size, `${'donaudampfschiff\u00ad'.repeat(40)} `)}`,
  })),
  markup('headings on fifty pages', 'pdf/outline.ts, worker/render: print passes', 5_000, (count) => ({
    html: `${each(49, () => PAGE_BREAK)}${each(count, (index) => `<h${(index % 6) + 1}>x</h${(index % 6) + 1}>`)}`,
    outline: true,
  })),
];

/** A drawing of this size in bytes. */
const drawing = (size: number): string => SVG.replace('h9', filled(size, 'h9v9 '));

/** A black image of a thousand pixels in width, as base64. */
function png(megapixels: number, salt: number): string {
  const [width, height] = [1_000, megapixels * 1_000 + salt];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(height * (width / 8 + 1)), { level: 9 });
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}
