/** Small requests that need many resources: a template that expands, or a few bytes that are slow to read. */
import { deflateSync, gzipSync } from 'node:zlib';
import { pdfOfObjects, streamObject } from '@toolpress/testkit';

const MEBIBYTE = 1024 * 1024;

export interface HungryDocument {
  readonly name: string;
  /** The body of the request. Bytes are sent as gzip. */
  readonly body: () => object | Buffer;
  /** The correct answers, as a status and a code; `200` where it is printed. */
  readonly answers: readonly string[];
}

const each = (count: number, text: string): string => `[[#each (1..${count})]]${text}[[/each]]`;
const TINY = '<style>*{font-size:1px;line-height:1px;margin:0;padding:0;border:0}</style>';
const PAGE_BREAK = '<p style="break-after:page">x</p>';

const REFUSED = ['422 document_too_complex'];

/** A page that is fifty times in its PDF, whose content is 100 MiB of operators, in some hundred bytes. */
function slowPdf(salt = 0): Buffer {
  const content = Buffer.alloc(100 * MEBIBYTE, 'q Q ');
  content.write(`% ${salt}\n`);
  const packed = deflateSync(deflateSync(content, { level: 9 }), { level: 9 });
  return pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 50/Kids[${'3 0 R '.repeat(50)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
    streamObject(packed, '/Filter[/FlateDecode/FlateDecode]'),
  ]);
}

let salt = 0;

export const HUNGRY: readonly HungryDocument[] = [
  {
    name: 'a background that is slow to read',
    body: () => ({ html: 'x', background_pdf: slowPdf(salt++).toString('base64') }),
    answers: ['422 pdf_invalid'],
  },
  {
    name: 'dates by a pattern',
    body: () => ({
      html: `[[let l = (1..2000)]]${each(2_000, '[[ "Monday 1 January 2024" | date: "y", from: "EEEE d MMMM y"]]')}`,
    }),
    answers: ['200', '422 template_invalid'],
  },
  {
    name: 'a list of dates by a pattern',
    body: () => ({
      html: `[[let l = "Wednesday 28 September 2022,Wednesday 28 September 2022" | split: ","]]${'[[let l = l | concat: l]]'.repeat(17)}[[#each l]][[. | date: "y", from: "EEEE d MMMM y"]][[/each]]`,
    }),
    answers: ['200', '422 template_invalid'],
  },
  {
    name: '10 MiB of [[ ]], packed',
    body: () => gzipSync(JSON.stringify({ html: `${'[[ ]]'.repeat(MEBIBYTE - 100)}` })),
    answers: ['200', '422 template_invalid', '422 document_too_complex'],
  },
  {
    name: '10 MiB of [[a]], packed',
    body: () => gzipSync(JSON.stringify({ html: `${'[[a]]'.repeat(MEBIBYTE - 100)}` })),
    answers: ['422 template_invalid', '422 document_too_complex'],
  },
  {
    name: '100,000 rows from data',
    body: () =>
      gzipSync(
        JSON.stringify({
          html: '<table>[[#each rows]]<tr><td>[[a]]<td>[[b]][[/each]]</table>',
          data: { rows: Array.from({ length: 100_000 }, (_, index) => ({ a: index, b: `row ${index}` })) },
        }),
      ),
    answers: [...REFUSED, '422 page_limit', '422 template_invalid'],
  },
  {
    name: 'a text filled to 20 MiB',
    body: () => ({ html: `<div style="height:10px;overflow:hidden">${each(99_000, 'x'.repeat(200))}</div>` }),
    answers: [...REFUSED, '422 template_invalid'],
  },
  {
    name: 'contents of 3,000 lines',
    body: () => ({ html: `${TINY}<nav data-toc></nav>${each(3_000, '<h1>[[.]]</h1>')}` }),
    answers: ['200', ...REFUSED],
  },
  {
    name: 'contents of 30,000 lines',
    body: () => ({ html: `${TINY}<nav data-toc></nav>${each(30_000, '<h1>[[.]]</h1>')}` }),
    answers: REFUSED,
  },
  {
    name: '300 contents of 300 lines',
    body: () => ({ html: `${TINY}${each(300, '<nav data-toc></nav><h1>[[.]]</h1>')}` }),
    answers: REFUSED,
  },
  {
    name: '3,000 footnotes',
    body: () => ({ html: each(3_000, '<span data-footnote>n</span> x') }),
    answers: REFUSED,
  },
  {
    name: '30,000 tagged cells',
    body: () => ({
      html: `${TINY}<table>${each(3_000, `<tr>${each(10, '<td>x')}`)}</table>`,
      tagged: true,
    }),
    answers: REFUSED,
  },
  {
    name: '30,000 cells for PDF/UA',
    body: () => ({
      html: `<html lang=en><title>x</title>${TINY}<table><tr><th>a<th>b${each(15_000, '<tr><td>x<td>x')}</table>`,
      conformance: ['pdf/ua-1'],
    }),
    answers: REFUSED,
  },
  {
    name: '30,000 tagged spans',
    body: () => ({ html: `${TINY}${each(30_000, '<b>x</b> ')}`, tagged: true }),
    answers: ['200', ...REFUSED],
  },
  {
    name: '30,000 headings for the outline',
    body: () => ({ html: `${TINY}${each(30_000, '<h1>x</h1>')}`, outline: true }),
    answers: REFUSED,
  },
  {
    name: '30,000 running heads',
    body: () => ({
      html: `${TINY}${each(30_000, '<p data-running=a>x</p>')}`,
      header_html: '[[running.a]]',
    }),
    answers: REFUSED,
  },
  {
    name: '30,000 page numbers of links',
    body: () => ({
      html: `<style>a::after{content:target-counter(attr(href),page)}</style>${TINY}${each(30_000, '<a id=i[[.]] href=#i[[.]]>x</a>')}`,
    }),
    answers: ['200', ...REFUSED],
  },
  {
    name: '100,000 style attributes',
    body: () => ({ html: `${TINY}${each(100_000, '<i style="color:rgb(1,2,[[.]]);font-family:f[[.]]"></i>')}` }),
    answers: REFUSED,
  },
  {
    name: '100,000 style attributes of 100 bytes',
    body: () => ({
      html: `${TINY}${each(100_000, `<i style="width:calc(1px + [[.]]px);--a:${'(1)'.repeat(30)};font:1px f[[.]]"></i>`)}`,
    }),
    answers: REFUSED,
  },
  {
    name: '100,000 images in style attributes',
    body: () => ({ html: `${TINY}${each(100_000, '<i style="background:url(x[[.]])"></i>')}` }),
    answers: REFUSED,
  },
  {
    name: '300 KB of @font-face',
    body: () => ({
      html: 'x',
      css: Array.from({ length: 7_000 }, (_, index) => `@font-face{font-family:f${index};src:url(${index})}`).join(''),
    }),
    answers: REFUSED,
  },
  {
    name: '300 KB of @font-face that a text asks for',
    body: () => ({
      html: each(7_000, '<i style="font-family:f[[.]]">x</i>'),
      css: Array.from({ length: 7_000 }, (_, index) => `@font-face{font-family:f${index};src:url(${index})}`).join(''),
    }),
    answers: REFUSED,
  },
  {
    name: '377 KB of sheets, imported 50 times',
    body: () => ({
      html: 'x',
      css: '@import "a.css";'.repeat(50),
      header_html: `<style>${'@import "a.css";'.repeat(50)}</style>x`,
      footer_html: `<style>${'@import "a.css";'.repeat(50)}</style>x`,
      watermark_html: `<style>${'@import "a.css";'.repeat(50)}</style>x`,
      files: { 'a.css': 'a{color:red}'.repeat(31_400) },
    }),
    answers: REFUSED,
  },
  {
    name: '377 KB of sheets, imported under conditions',
    body: () => ({
      html: 'x',
      css: `@import "a.css" layer(${'a'.repeat(370_000)});`.concat('@import "a.css";'.repeat(49)),
      files: { 'a.css': '@import "b.css"', 'b.css': 'a{color:red}' },
    }),
    answers: ['200', ...REFUSED],
  },
  {
    name: 'a sheet filled to 64 MiB by @imports of itself',
    body: () => ({
      html: `<style>${'@import "a.css";'.repeat(50)}</style>x`,
      files: { 'a.css': 'a{color:red}'.repeat(110_000) },
    }),
    answers: REFUSED,
  },
  {
    name: 'a blurred watermark on 50 pages',
    body: () => ({
      html: PAGE_BREAK.repeat(49),
      watermark_html:
        '<div style="width:180mm;height:250mm;filter:blur(40px);background:linear-gradient(red,blue)">draft</div>',
    }),
    answers: ['200', ...REFUSED],
  },
  {
    name: 'a blurred watermark with numbers on 50 pages',
    body: () => ({
      html: PAGE_BREAK.repeat(49),
      watermark_html:
        '<div style="width:180mm;height:250mm;filter:blur(40px);background:linear-gradient(red,blue)">[[page]]</div>',
    }),
    answers: ['200', '504 deadline_exceeded', ...REFUSED],
  },
];
