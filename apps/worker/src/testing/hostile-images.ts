/** Images that try to reach out, or to cost more than they are worth. */
import { svgOf } from '@toolpress/testkit';

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const asData = (drawing: string): string => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
const RECT = '<rect class="x" width="20" height="10"/>';

/**
 * @param base such as `http://127.0.0.1:1234`.
 * @returns SVG files by what they try.
 */
export function hostileDrawings(base: string): Record<string, string> {
  const css = (sheet: string): string => svgOf(`<style>${sheet}</style>${RECT}`);
  const html = (inside: string): string =>
    svgOf(`<foreignObject width="20" height="10"><body ${XHTML}>${inside}</body></foreignObject>`);
  const image = svgOf(`<image href="${base}/a.png" width="9" height="9"/>`);
  return {
    'a script': svgOf(
      `<script>fetch("${base}/f"); new Image().src = "${base}/i"; location = "${base}/l"</script><script href="${base}/a.js"/><script xlink:href="${base}/b.js"/>`,
    ),
    'event handlers': svgOf(RECT, `onload="fetch('${base}/o')" onerror="fetch('${base}/e')"`),
    images: svgOf(
      `<image href="${base}/a.png" width="9" height="9"/><image xlink:href="${base}/b.png" width="9" height="9"/>`,
    ),
    'a filter’s image': svgOf(
      `<filter id="f"><feImage href="${base}/a.png"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ),
    'a use': svgOf(`<use href="${base}/a.svg#x"/><use xlink:href="${base}/b.svg#x"/>`),
    references: svgOf(
      `<linearGradient id="g" href="${base}/g.svg#g"/><rect fill="url(#g)" mask="url(${base}/m.svg#m)" clip-path="url(${base}/c.svg#c)" filter="url(${base}/f.svg#f)" width="9" height="9"/>`,
    ),
    'a path’s text, a marker, a cursor': svgOf(
      `<text><textPath href="${base}/t.svg#t">x</textPath></text><path d="M0 0L9 9" marker-end="url(${base}/m.svg#m)" cursor="url(${base}/c.cur)"/>`,
    ),
    'an import': css(`@import "${base}/a.css"; @import url(${base}/b.css);`),
    'a background and a mask': css(`svg { background: url(${base}/a.png); mask: url(${base}/m.svg#m) }`),
    'a fill': css(`.x { fill: url(${base}/g.svg#g); stroke: url(${base}/s.svg#s) }`),
    'a font': css(`@font-face { font-family: F; src: url(${base}/f.woff2) } svg { font-family: F }`).replace(
      RECT,
      '<text y="9">x</text>',
    ),
    'a sheet of XML': `<?xml-stylesheet href="${base}/a.css" type="text/css"?><?xml-stylesheet href="${base}/a.xsl" type="text/xsl"?>${svgOf(RECT)}`,
    'a sheet of HTML': html(`<link rel="stylesheet" href="${base}/a.css"/><style>@import "${base}/b.css"</style>`),
    'a type elsewhere': `<!DOCTYPE svg SYSTEM "${base}/a.dtd">${svgOf(RECT)}`,
    'an entity elsewhere': `<!DOCTYPE svg [<!ENTITY e SYSTEM "${base}/e"><!ENTITY % p SYSTEM "${base}/p">%p;]>${svgOf('<text>&e;</text>')}`,
    'a local entity': `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svgOf('<text y="9">&e;</text>')}`,
    'an inclusion': svgOf(`<include xmlns="http://www.w3.org/2001/XInclude" href="${base}/i.xml"/>`),
    'HTML with images': html(
      `<img src="${base}/a.png"/><video poster="${base}/p.png" src="${base}/v.mp4"/><input type="image" src="${base}/i"/>`,
    ),
    'HTML with frames': html(
      `<iframe src="${base}/"/><object data="${base}/o"/><embed src="${base}/e"/><iframe srcdoc="&lt;img src='${base}/s'&gt;"/>`,
    ),
    'HTML that leads elsewhere': html(
      `<meta http-equiv="refresh" content="0;url=${base}/r"/><link rel="prefetch" href="${base}/p"/><link rel="preconnect" href="${base}"/><form action="${base}/f"/>`,
    ),
    animations: svgOf(
      `<image width="9" height="9"><set attributeName="href" to="${base}/a.png"/><animate attributeName="href" values="${base}/b.png;${base}/c.png" dur="1s"/></image>`,
    ),
    'a base': svgOf(`<image href="a.png" width="9" height="9"/>`, `xml:base="${base}/"`),
    'a drawing within that loads': svgOf(`<image href="${asData(image)}" width="9" height="9"/>`),
    'a drawing within a drawing within': svgOf(
      `<image href="${asData(svgOf(`<image href="${asData(image)}" width="9" height="9"/>`))}" width="9" height="9"/>`,
    ),
    'a link': svgOf(`<a href="${base}/a" ping="${base}/p">${RECT}</a>`),
    media: svgOf(
      `<video ${XHTML} src="${base}/v" autoplay="autoplay"/><audio ${XHTML} src="${base}/a" autoplay="autoplay"/>`,
    ),
    itself: svgOf(
      '<image href="https://img.example/drawing.svg" width="9" height="9"/><use href="https://img.example/drawing.svg#x"/>',
    ),
  };
}

/** A document that shows an image in every place that there is. */
export const everywhere = (url: string): string => `<body background="${url}">
  <img src="${url}"><img srcset="${url} 2x" width="40"><picture><source srcset="${url}"><img></picture>
  <input type="image" src="${url}"><video poster="${url}" width="40"></video><table background="${url}"><tr><td>x</table>
  <svg width="40" height="20"><image href="${url}" width="20" height="10"/><image xlink:href="${url}" width="20" height="10"/>
  <filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`;

const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

/** SVG files that take more time or memory than there is. */
export const COSTLY_DRAWINGS: Readonly<Record<string, string>> = {
  'a use of a use': svgOf(
    `<defs><g id="g0"><rect width="1" height="1"/></g>${Array.from({ length: 30 }, (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#g30"/>`,
  ),
  'a use of itself': svgOf('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  'a pattern of itself': svgOf(
    '<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="9" height="9"/></pattern><rect fill="url(#p)" width="9" height="9"/>',
  ),
  'a bomb of entities': `<!DOCTYPE svg [<!ENTITY e0 "ha">${Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')}]>${svgOf('<text>&e12;</text>')}`,
  'a bomb of entities in an attribute': `<!DOCTYPE svg [<!ENTITY e0 "ha">${Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')}]>${svgOf('<text x="&e12;">x</text>')}`,
  'one large entity, many times': `<!DOCTYPE svg [<!ENTITY e "${'x'.repeat(100_000)}">]>${svgOf(`<text>${'&e;'.repeat(50_000)}</text>`)}`,
  'filters of huge size': svgOf(
    `<filter id="f" x="-100000%" y="-100000%" width="200000%" height="200000%"><feTurbulence baseFrequency="0.9" numOctaves="9"/>${'<feGaussianBlur stdDeviation="999"/>'.repeat(50)}</filter><rect filter="url(#f)" width="20" height="10"/>`,
  ),
  'a million elements': svgOf('<g>'.padEnd(0) + '<rect/>'.repeat(700_000)),
  'elements inside each other': svgOf(nested(200_000, '<g>', '</g>')),
  'a huge drawing': svgOf().replace('width="20" height="10"', 'width="2000000000" height="2000000000"'),
  'a path without end': svgOf(
    `<path stroke="red" stroke-dasharray="0.0001" d="M0 0${'L1e6 1e6L0 0'.repeat(100_000)}"/>`,
  ),
};
