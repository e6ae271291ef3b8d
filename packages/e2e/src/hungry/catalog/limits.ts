/** Documents that exceed a limit of a count. They are refused before they are printed. */
import { type Entry, loop, TINY, template, times } from './entry.js';

const REFUSED = '422 document_too_complex';

const refused = (name: string, document: () => Record<string, unknown>): Entry =>
  template(name, 'document/limits.ts: counts', 0, document, { answers: [REFUSED] });

const faces = (count: number): string =>
  times(count, (index) => `@font-face{font-family:f${index};src:url(${index})}`).join('');
const imports = '@import "a.css";'.repeat(50);

export const LIMITS: readonly Entry[] = [
  refused('contents of 30,000 lines', () => ({ html: `${TINY}<nav data-toc></nav>${loop(30_000, '<h1>[[.]]</h1>')}` })),
  refused('300 contents of 300 lines', () => ({ html: `${TINY}${loop(300, '<nav data-toc></nav><h1>[[.]]</h1>')}` })),
  refused('3,000 footnotes', () => ({ html: loop(3_000, '<span data-footnote>n</span> x') })),
  refused('30,000 tagged cells', () => ({
    html: `${TINY}<table>${loop(3_000, `<tr>${loop(10, '<td>x')}`)}</table>`,
    tagged: true,
  })),
  refused('30,000 cells for PDF/UA', () => ({
    html: `<html lang=en><title>x</title>${TINY}<table><tr><th>a<th>b${loop(15_000, '<tr><td>x<td>x')}</table>`,
    conformance: ['pdf/ua-1'],
  })),
  refused('30,000 headings for the outline', () => ({ html: `${TINY}${loop(30_000, '<h1>x</h1>')}`, outline: true })),
  refused('30,000 running heads', () => ({
    html: `${TINY}${loop(30_000, '<p data-running=a>x</p>')}`,
    header_html: '[[running.a]]',
  })),
  refused('100,000 style attributes', () => ({
    html: `${TINY}${loop(100_000, '<i style="color:rgb(1,2,[[.]]);font-family:f[[.]]"></i>')}`,
  })),
  refused('100,000 style attributes of 100 bytes', () => ({
    html: `${TINY}${loop(100_000, `<i style="width:calc(1px + [[.]]px);--a:${'(1)'.repeat(30)};font:1px f[[.]]"></i>`)}`,
  })),
  refused('100,000 images in style attributes', () => ({
    html: `${TINY}${loop(100_000, '<i style="background:url(x[[.]])"></i>')}`,
  })),
  refused('300 KB of @font-face', () => ({ html: 'x', css: faces(7_000) })),
  refused('300 KB of @font-face that a text asks for', () => ({
    html: loop(7_000, '<i style="font-family:f[[.]]">x</i>'),
    css: faces(7_000),
  })),
  refused('377 KB of sheets, imported 50 times', () => ({
    html: 'x',
    css: imports,
    header_html: `<style>${imports}</style>x`,
    footer_html: `<style>${imports}</style>x`,
    watermark_html: `<style>${imports}</style>x`,
    files: { 'a.css': 'a{color:red}'.repeat(31_400) },
  })),
  refused('a sheet filled to 64 MiB by @imports of itself', () => ({
    html: `<style>${imports}</style>x`,
    files: { 'a.css': 'a{color:red}'.repeat(110_000) },
  })),
];
