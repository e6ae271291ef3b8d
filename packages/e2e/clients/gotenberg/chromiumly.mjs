/* Prints with chromiumly. The files are in the current folder. */
import { writeFileSync } from 'node:fs';
import { Chromiumly, HtmlConverter, MarkdownConverter, UrlConverter } from 'chromiumly';

const { BASE_URL, API_TOKEN } = process.env;
Chromiumly.configure({ endpoint: BASE_URL, username: 'any', password: API_TOKEN });
const properties = {
  size: { width: '210mm', height: '297mm' },
  margins: { top: '25mm', bottom: '25mm', left: '20mm', right: '20mm' },
  printBackground: true,
};
const html = await new HtmlConverter().convert({
  html: 'index.html',
  header: 'header.html',
  footer: 'footer.html',
  assets: [{ file: 'style.css', name: 'style.css' }],
  properties,
});
writeFileSync('html.pdf', html);
const markdown = await new MarkdownConverter().convert({
  html: 'markdown.html',
  markdown: [{ file: 'text.md', name: 'text.md' }],
});
writeFileSync('markdown.pdf', markdown);
const refused = await new UrlConverter().convert({ url: 'https://example.com/' }).catch((error) => error.message);
process.stdout.write(/\b400\b/.exec(String(refused))?.[0] ?? String(refused));
