import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { checkFragment } from '../check-fragment.js';
import { DocumentFiles } from '../files.js';

const files = new DocumentFiles({ 'a.png': 'A', './images/b c.png': { base64: 'Qg==' }, 'sheet.css': '' });
const urlOf = (path: string): string => files.get(path)?.url ?? 'none';
const A = urlOf('a.png');
const B = urlOf('images/b c.png');

/** Returns the printed body, the paths of its images, and its warnings. */
function check(html: string): { body: string; paths: unknown[]; says: string[] } {
  const { html: whole, images, reports } = checkDocument({ html }, { files });
  return {
    body: /<body[^>]*>(.*)<\/body>/s.exec(whole)?.[1] ?? '',
    paths: images.map(({ file, url }) => file?.path ?? url),
    says: reports.read(reports.addresses).map(({ message }) => message),
  };
}

describe('Images among the files of the request', () => {
  it('are allowed in every place of an image', () => {
    for (const [html, printed] of [
      ['<img src="a.png">', `<img src="${A}">`],
      ['<img src="/x/.././a.png?v=2#x">', `<img src="${A}">`],
      ['<img srcset="a.png 1x, images/b%20c.png 2x" src="gone.png">', `<img srcset="${B} 2x">`],
      ['<img srcset="a.png 1x, gone.png 2x">', `<img srcset="${A}">`.replace('">', ' 1x">')],
      ['<picture><source srcset="a.png"><img src="gone.png"></picture>', `<picture><img srcset="${A}"></picture>`],
      [
        '<picture><source type="image/webp" srcset="a.png"><img src="images/b c.png"></picture>',
        `<picture><img src="${B}"></picture>`,
      ],
      [
        '<picture><source type="image/webp" srcset="a.png"><img src="gone.png"></picture>',
        `<picture><img srcset="${A}"></picture>`,
      ],
      ['<input type="image" src="a.png">', `<input type="image" src="${A}">`],
      ['<video poster="a.png"></video>', `<video poster="${A}"></video>`],
      ['<table background="a.png"></table>', `<table background="${A}"></table>`],
      ['<svg><image href="a.png"></image></svg>', `<svg><image href="${A}"></image></svg>`],
      ['<svg><image xlink:href="a.png"></image></svg>', `<svg><image xlink:href="${A}"></image></svg>`],
      ['<svg><feImage href="a.png"></feImage></svg>', `<svg><feImage href="${A}"></feImage></svg>`],
    ] as const) {
      const { body, says } = check(html);
      expect(body, html).to.equal(printed);
      expect(says, html).to.deep.equal([]);
    }
  });

  it('are handed over once, in the order of the document, and none that is not named', () => {
    const { paths } = check('<img src="images/b c.png"><img src="a.png"><p><img src="./a.png">');
    expect(paths).to.deep.equal(['images/b c.png', 'a.png']);
    expect(check('<img src="https://a.example/x.png">').paths).to.deep.equal(['https://a.example/x.png']);
  });

  it('are more than remote ones may be', () => {
    const many = new DocumentFiles(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.png`, ''])));
    const html = Array.from({ length: 200 }, (_, index) => `<img src="${index}.png">`).join('');
    expect(checkDocument({ html }, { files: many }).images).to.have.lengthOf(200);
  });

  it('stay what they are when the document is parsed again, and in headers', () => {
    const nested = check('<table><img src="a.png"><form><form><img src="gone.png"></form></form></table>');
    expect(nested.paths).to.deep.equal(['a.png']);
    expect(nested.body).to.include(`<img src="${A}">`);
    const header = checkFragment('<img src="a.png" class="p3">', 'header_html', { resources: { files } });
    expect(header.images.map(({ file }) => file?.path)).to.deep.equal(['a.png']);
    expect(header.html).to.equal(`<img src="${A}" class="p3">`);
  });

  it('that are missing and of an unsupported type are named with the supported types', () => {
    const says = check(
      '<img src="plan.pdf"><img src="a.TIF?v=1"><img src="image001.emf"><img src="pdf"><img src="a.pdf.png">',
    ).says;
    const types = 'convert it to PNG, JPEG, GIF, WebP, AVIF or SVG';
    expect(says.slice(0, 3)).to.deep.equal([
      `\`img\` \`src\` at html 1:6 names a \`.pdf\` file, which is not printed as an image: ${types}, and send that in \`files\`.`,
      `\`img\` \`src\` at html 1:26 names a \`.tif\` file, which is not printed as an image: ${types}, and send that in \`files\`.`,
      `\`img\` \`src\` at html 1:47 names a \`.emf\` file, which is not printed as an image: ${types}, and send that in \`files\`.`,
    ]);
    for (const said of says.slice(3)) expect(said).to.include('send the image in `files`, as');
  });

  it('that are missing are named, with the path to send them under', () => {
    expect(check('<p>x</p>\n<img alt="" src="../images/c%20d.png?v=1">').says).to.deep.equal([
      '`img` `src` at html 2:13 is a relative URL: send the image in `files`, as `../images/c d.png`.',
    ]);
    for (const tag of [
      '{{ company.logo }}',
      '/storage/{% a %}.png',
      '<?php echo $x; ?>',
      'file://{{ logo }}',
      'https://a.example/{{ logo }}',
      'data:image/png;base64,{{ qr }}',
      'data:{{ type }};base64, <%= qr %>',
    ])
      expect(check(`<img alt="" src="${tag}">`).says[0]).to.include('contains a tag of another template language');
    expect(check(`<img src="${'x'.repeat(5_000)}">`).says[0]).to.have.lengthOf.below(300);
  });

  it('are addressed by names that other documents can’t guess', () => {
    expect(A).to.match(/^https:\/\/file-0-[0-9a-f]{24}\.invalid\/$/);
    expect(new DocumentFiles({ 'a.png': 'A' }).get('a.png')?.url).not.to.equal(A);
  });
});
