/** Images: where they may come from, and what is left of the many ways to name several. */
import { accepted, refused } from './case.js';
import { base64Of, GIF, JPEG, PNG, SVG, WEBP } from './images.js';
const A = 'https://images.example/a.png';
const B = 'https://images.example/b.png';
const C = 'https://images.example/c.png';
const FINE = accepted(['a remote image', `<img src="${A}">`, undefined, A], ['a remote image twice, to be fetched once', `<img src="${A}"><img src="${A}">`, undefined, A], ['images in the order of the document', `<img src="${B}"><img src="${A}">`, undefined, B, A], [
    'an image on a port of its own',
    '<img src="https://images.example:8443/a">',
    undefined,
    'https://images.example:8443/a',
], ['a query', '<img src="https://images.example/?a=1&amp;b=2">', undefined, 'https://images.example/?a=1&b=2'], ['a fragment, which is not asked for', `<img src="${A}#x">`, `<img src="${A}">`, A], ['two fragments of one image', `<img src="${A}#x"><img src="${A}#y">`, `<img src="${A}"><img src="${A}">`, A], ['blanks and line breaks around', `<img src="\n ${A}\t">`, `<img src="${A}">`, A], ['line breaks within', '<img src="https://images.\nexample/a.png">', `<img src="${A}">`, A], ['a scheme and host in capitals', '<img src="HTTPS://IMAGES.Example/a.png">', `<img src="${A}">`, A], ['detours in the path', '<img src="https://images.example/x/../a.png">', `<img src="${A}">`, A], ['the standard port', '<img src="https://images.example:443/a.png">', `<img src="${A}">`, A], [
    'a name in another script',
    '<img src="https://bücher.example/">',
    '<img src="https://xn--bcher-kva.example/">',
    'https://xn--bcher-kva.example/',
], [
    'blanks in the path',
    '<img src="https://images.example/a b">',
    '<img src="https://images.example/a%20b">',
    'https://images.example/a%20b',
], [
    'marks that browsers escape',
    '<img src="https://images.example/^|">',
    '<img src="https://images.example/%5E%7C">',
    'https://images.example/%5E%7C',
], ['an attribute without quotes', `<img src=${A}>`, `<img src="${A}">`, A], ['a slash for a blank', `<img/src="${A}"/alt=x>`, `<img src="${A}" alt="x">`, A], ['the element’s old name', `<image src="${A}">`, `<img src="${A}">`, A], ['an image without an address', '<img alt="x">'], [
    'what would load late or ask for leave',
    `<img src="${A}" loading="lazy" decoding="async" crossorigin>`,
    `<img src="${A}">`,
    A,
], ['a PNG in the document', `<img src="${PNG}">`], ['a JPEG in the document', `<img src="${JPEG}">`], ['a GIF in the document', `<img src="${GIF}">`], ['a JPEG by its usual wrong name', `<img src="${JPEG.replace('jpeg', 'jpg')}">`], [
    'a data URL in capitals',
    `<img src="DATA:IMAGE/PNG;BASE64,${base64Of(PNG)}">`,
    `<img src="data:IMAGE/PNG;BASE64,${base64Of(PNG)}">`,
], ['a data URL with parameters', `<img src="data:image/png;charset=utf-8;base64,${base64Of(PNG)}">`], ['a data URL broken into lines', `<img src="${PNG.slice(0, 60)}\n${PNG.slice(60)}">`, `<img src="${PNG}">`], ['a data URL without base64', '<img src="data:image/gif,GIF89a%01%00%01%00%00%00%00;">'], ['a data URL with a fragment', `<img src="${PNG}#x">`, `<img src="${PNG}">`], [
    'a srcset by density, for paper',
    `<img src="${A}" srcset="${A} 1x, ${B} 2x, ${C} 3x">`,
    `<img srcset="${B} 2x">`,
    B,
], ['a srcset without any that is sharp', `<img srcset="${A} 1x, ${B} 1.5x">`, `<img srcset="${B} 1.5x">`, B], [
    'a srcset by width, for paper',
    `<img srcset="${A} 400w, ${B} 4000w, ${C} 1800w" sizes="50vw">`,
    `<img srcset="${C} 1800w" sizes="50vw">`,
    C,
], ['a srcset of one', `<img srcset="${A}">`, undefined, A], ['a srcset that says nothing', `<img src="${A}" srcset=" , ">`, `<img src="${A}">`, A], ['a srcset with broken candidates', `<img src="${A}" srcset="${B} 2q, ${C} 1x 2x">`, `<img src="${A}">`, A], ['data URLs in a srcset', `<img srcset="${GIF} 1x, ${PNG} 2x">`, `<img srcset="${PNG} 2x">`], [
    'a picture',
    `<picture><source srcset="${A}"><img src="${B}"></picture>`,
    `<picture><img srcset="${A}"></picture>`,
    A,
], [
    'a picture for paper',
    `<picture><source media="print" srcset="${A}"><img src="${B}"></picture>`,
    `<picture><img srcset="${A}"></picture>`,
    A,
], [
    'a picture for screens',
    `<picture><source media="(width > 1px)" srcset="${A}"><img src="${B}"></picture>`,
    `<picture><img src="${B}"></picture>`,
    B,
], [
    'a picture of a type that is not printed',
    `<picture><source type="image/avif" srcset="${A}"><img src="${B}"></picture>`,
    `<picture><img src="${B}"></picture>`,
    B,
], [
    'a picture with several sources',
    `<picture><source media="tty" srcset="${A}"><source srcset="${B}"><source srcset="${C}"><img></picture>`,
    `<picture><img srcset="${B}"></picture>`,
    B,
], [
    'a picture whose source has a size',
    `<picture><source srcset="${A}" width="3" height="4"><img src="${B}"></picture>`,
    `<picture><img srcset="${A}" width="3" height="4"></picture>`,
    A,
], ['a drawing’s image', `<svg><image href="${A}"></image></svg>`, undefined, A], ['a drawing’s image by its old name', `<svg><image xlink:href="${A}"></image></svg>`, undefined, A], ['a filter’s image', `<svg><filter id="f"><feImage href="${A}"></feImage></filter></svg>`, undefined, A], ['a filter’s image out of the drawing', '<svg><filter id="f"><feImage href="#x"></feImage></filter></svg>'], ['an image in a drawing’s HTML', `<svg><foreignObject><img src="${A}"></foreignObject></svg>`, undefined, A], ['an image button', `<input type="IMAGE" src="${A}">`, undefined, A], ['an input of another kind with an address', '<input type="text" src="a.png">'], [
    'a table’s background',
    `<table background="${A}"><tbody><tr><td background="${B}">x</td></tr></tbody></table>`,
    undefined,
    A,
    B,
], [
    'a video’s poster',
    `<video poster="${A}" src="x.mp4" controls autoplay></video>`,
    `<video poster="${A}"></video>`,
    A,
], [
    'a video’s sources, which do not play',
    `<video poster="${A}"><source src="x.mp4"><track src="x.vtt"></video>`,
    `<video poster="${A}"></video>`,
    A,
], ['an image in noscript', `<noscript><img src="${A}"></noscript>`, `<img src="${A}">`, A], [
    'an image in a select, where none shows',
    `<select><img src="${A}"><option>x</option></select>`,
    '<select><option>x</option></select>',
], ['an image in a template, which does not show', '<template><img src="a.png"></template>x', 'x'], ['an image in a comment', '<!-- <img src="a.png"> -->x', 'x'], ['an image in words', '&lt;img src="a.png"&gt;'], [
    'an image in a text field',
    '<textarea><img src="a.png"></textarea>',
    '<textarea>&lt;img src="a.png"&gt;</textarea>',
]);
const REMOTE = refused([
    'http:',
    '<img src="http://a.example/x.png">',
    '`img` `src` at html 1:6 uses `http:`; images are fetched by `https:` only.',
], ['http: in capitals', '<img src="HTTP://a.example/">', '`img` `src` at html 1:6 uses `http:`'], ['http: with a tab in it', '<img src="ht\ttp://a.example/">', '`img` `src` at html 1:6 uses `http:`'], [
    'a relative URL',
    '<p>\n  <img alt="" src="logo.png">',
    '`img` `src` at html 2:15 is a relative URL; images need an absolute `https:` URL or a data URL.',
], ['an absolute path', '<img src="/logo.png">', '`img` `src` at html 1:6 is a relative URL'], ['a URL without a scheme', '<img src="//a.example/x.png">', '`img` `src` at html 1:6 is a relative URL'], [
    'a relative URL behind a base',
    '<base href="https://a.example/"><img src="x.png">',
    '`img` `src` at html 1:38 is a relative URL',
], ['an empty address', '<img src="">', '`img` `src` at html 1:6 is empty; leave the whole element out'], ['a blank address', '<img src=" \n ">', '`img` `src` at html 1:6 is empty'], ['a file', '<img src="file:///etc/passwd">', '`img` `src` at html 1:6 uses `file:`'], ['ftp:', '<img src="ftp://a.example/x.png">', '`img` `src` at html 1:6 uses `ftp:`'], ['javascript:', '<img src="javascript:alert(1)">', '`img` `src` at html 1:6 uses `javascript:`'], ['blob:', '<img src="blob:https://a.example/x">', '`img` `src` at html 1:6 uses `blob:`'], ['view-source:', '<img src="view-source:https://a.example">', '`img` `src` at html 1:6 uses `view-source:`'], ['https: without slashes', '<img src="https:a.example/x.png">', '`img` `src` at html 1:6 is no valid URL'], ['https: with backslashes', '<img src="https:\\\\a.example\\x.png">', '`img` `src` at html 1:6 is no valid URL'], ['https: without a host', '<img src="https://">', '`img` `src` at html 1:6 is no valid URL'], ['a host that can’t be', '<img src="https://a b/">', '`img` `src` at html 1:6 is no valid URL'], ['a port that can’t be', '<img src="https://a.example:99999/">', '`img` `src` at html 1:6 is no valid URL'], ['a user name', '<img src="https://me@a.example/">', '`img` `src` at html 1:6 holds a user name or password'], ['a password', '<img src="https://:secret@a.example/">', '`img` `src` at html 1:6 holds a user name or password'], [
    'an address without end',
    `<img src="https://a.example/${'x'.repeat(8_000)}">`,
    '`img` `src` at html 1:6 is longer than 8000 characters',
], ['http: in a srcset', '<img srcset="http://a.example/x.png">', '`img` `srcset` at html 1:6 uses `http:`'], [
    'http: in a srcset behind others',
    `<img srcset="${B} 2x, http://a.example/x.png 3x">`,
    '`img` `srcset` at html 1:6 uses `http:`',
], [
    'http: in a srcset’s candidate that is not printed',
    `<img srcset="http://a.example/ 1x, ${B} 2x">`,
    '`img` `srcset` at html 1:6 uses `http:`',
], ['http: beside a srcset', `<img src="http://a.example/" srcset="${B} 2x">`, '`img` `src` at html 1:6 uses `http:`'], [
    'a relative URL in a srcset, behind commas',
    '<img srcset=",, x.png 2x">',
    '`img` `srcset` at html 1:6 is a relative URL',
], [
    'http: in a picture',
    '<picture><source srcset="http://a.example/"><img></picture>',
    '`source` `srcset` at html 1:18 uses `http:`',
], [
    'http: in a picture’s source for screens',
    `<picture><source media="tty" srcset="http://a.example/"><img src="${A}"></picture>`,
    '`source` `srcset` at html 1:30 uses `http:`',
], ['http: in a drawing', '<svg><image href="http://a.example/"/></svg>', '`image` `href` at html 1:13 uses `http:`'], [
    'http: in a drawing, by the old name',
    '<svg><image xlink:href="http://a.example/"/></svg>',
    '`image` `xlink:href` at html 1:13 uses `http:`',
], [
    'http: in a drawing, beside https:',
    `<svg><image href="${A}" xlink:href="http://a.example/"/></svg>`,
    '`image` `xlink:href`',
], [
    'a drawing’s image that points into the document',
    '<svg><image href="#x"/></svg>',
    '`image` `href` at html 1:13 is a relative URL',
], ['http: in a filter', '<svg><feImage href="http://a.example/"/></svg>', '`feImage` `href` at html 1:15 uses `http:`'], ['http: in an image button', '<input type=image src="http://a.example/">', '`input` `src` at html 1:19 uses `http:`'], [
    'http: as a page’s background',
    '<body background="http://a.example/">',
    '`body` `background` at html 1:7 uses `http:`',
], [
    'http: as a table’s background',
    '<table background="http://a.example/">',
    '`table` `background` at html 1:8 uses `http:`',
], [
    'http: as a row’s background',
    '<table><tr background="http://a.example/">',
    '`tr` `background` at html 1:12 uses `http:`',
], [
    'http: as a cell’s background',
    '<table><tr><td background="http://a.example/">',
    '`td` `background` at html 1:16 uses `http:`',
], ['http: as a poster', '<video poster="http://a.example/"></video>', '`video` `poster` at html 1:8 uses `http:`'], [
    'a relative URL in an image without quotes or blanks',
    '<img/src=x.png>',
    '`img` `src` at html 1:6 is a relative URL',
], ['a relative URL behind an odd comment', '<!--><img src=x>-->', '`img` `src` at html 1:11 is a relative URL'], [
    'a relative URL in an image that a table throws out',
    '<table><img src=x>',
    '`img` `src` at html 1:13 is a relative URL',
]);
const EMBEDDED = refused([
    'an SVG in a data URL',
    `<img src="${SVG}">`,
    '`img` `src` at html 1:6 declares `image/svg+xml`; a data URL must be a PNG, JPEG or GIF image.',
], ['a WebP in a data URL', `<img src="${WEBP}">`, '`img` `src` at html 1:6 declares `image/webp`'], ['HTML in a data URL', '<img src="data:text/html,<b>">', '`img` `src` at html 1:6 declares `text/html`'], ['a data URL without a type', '<img src="data:,x">', '`img` `src` at html 1:6 declares no type'], ['a data URL without data', '<img src="data:image/png">', '`img` `src` at html 1:6 is a data URL without a comma'], ['a type that is no name', '<img src="data:__proto__,x">', '`img` `src` at html 1:6 declares `__proto__`'], [
    'a PNG without content',
    '<img src="data:image/png;base64,">',
    '`img` `src` at html 1:6 declares `image/png`, but holds no image',
], [
    'a PNG of other bytes',
    '<img src="data:image/png;base64,AAAA">',
    '`img` `src` at html 1:6 declares `image/png`, but holds no image',
], [
    'a PNG that is a GIF',
    `<img src="data:image/png;base64,${base64Of(GIF)}">`,
    '`img` `src` at html 1:6 declares `image/png`, but holds `image/gif`.',
], [
    'a GIF that is a PNG',
    `<img src="data:image/gif;base64,${base64Of(PNG)}">`,
    '`img` `src` at html 1:6 declares `image/gif`, but holds `image/png`.',
], [
    'a JPEG that is an SVG',
    `<img src="data:image/jpeg;base64,${base64Of(SVG)}">`,
    '`img` `src` at html 1:6 declares `image/jpeg`, but holds no image',
], [
    'a PNG that breaks off in its header',
    `<img src="${PNG.slice(0, 50)}">`,
    '`img` `src` at html 1:6 declares `image/png`, but holds no image',
], [
    'a JPEG that breaks off before its size',
    `<img src="${JPEG.slice(0, 103)}">`,
    '`img` `src` at html 1:6 declares `image/jpeg`, but holds no image',
], [
    'a GIF of no pixels',
    '<img src="data:image/gif,GIF89a%00%00%00%00%00%00%00">',
    '`img` `src` at html 1:6 declares `image/gif`, but holds no image',
], [
    'more pixels than memory holds',
    '<img src="data:image/gif,GIF89a%ff%ff%ff%ff%00%00%00">',
    '`img` `src` at html 1:6 is an image of more than 100 million pixels',
], [
    'broken base64',
    `<img src="${PNG.slice(0, -4)}!!!!">`,
    '`img` `src` at html 1:6 is a data URL whose base64 is broken',
], [
    'base64 of another alphabet',
    `<img src="${PNG.replace('CAYAAAAf', 'CAYAAA-f')}">`,
    '`img` `src` at html 1:6 is a data URL whose base64 is broken',
], [
    'base64 that ends too early',
    `<img src="${PNG.slice(0, -3)}">`,
    '`img` `src` at html 1:6 is a data URL whose base64 is broken',
], ['an SVG in a srcset', `<img srcset="${PNG} 1x, ${SVG} 2x">`, '`img` `srcset` at html 1:6 declares `image/svg+xml`'], ['an SVG in a drawing', `<svg><image href="${SVG}"/></svg>`, '`image` `href` at html 1:13 declares `image/svg+xml`'], ['an SVG as a poster', `<video poster="${SVG}"></video>`, '`video` `poster` at html 1:8 declares `image/svg+xml`']);
export const IMAGE_CASES = [FINE, REMOTE, EMBEDDED].flat();
//# sourceMappingURL=image-cases.js.map