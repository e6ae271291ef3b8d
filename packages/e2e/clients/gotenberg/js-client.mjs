/* Prints with gotenberg-js-client. The files are in the current folder. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import clients from 'gotenberg-js-client';

const { convert, gotenberg, html, markdown, pipe, please, to, url } = clients;
const { BASE_URL, API_TOKEN } = process.env;
const server = () => gotenberg(`${String(BASE_URL).replace('://', `://any:${API_TOKEN}@`)}/forms/chromium`);
const paper = to({
  paperWidth: 8.27,
  paperHeight: 11.69,
  marginTop: 1,
  marginBottom: 1,
  marginLeft: 0.8,
  marginRight: 0.8,
});
const printHtml = pipe(server(), convert, html, paper, please);
const files = ['index.html', 'header.html', 'footer.html', 'style.css'];
await pipeline(await printHtml(files.map((name) => [name, `file://${name}`])), createWriteStream('html.pdf'));
const printMarkdown = pipe(server(), convert, markdown, please);
const texts = { 'index.html': 'file://markdown.html', 'text.md': 'file://text.md' };
await pipeline(await printMarkdown(texts), createWriteStream('markdown.pdf'));
const printUrl = pipe(server(), convert, url, please);
const refused = await printUrl(new URL('https://example.com/')).catch((error) => error.message);
process.stdout.write(/\b400\b/.exec(String(refused))?.[0] ?? String(refused));
