/** Real documents, rendered as a caller would have them rendered: they show that the whole way works. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, dataOf } from './api.mjs';

/** @param {string} root of the project @returns {Promise<string[]>} the samples' names */
export async function sampleNames(root) {
  const entries = await readdir(join(root, 'samples'), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

/** @param {string} root @param {string} name of the sample @returns {Promise<Record<string, unknown>>} the request's body */
export async function sampleRequest(root, name) {
  const folder = join(root, 'samples', name);
  const there = new Set(await readdir(folder));
  const source = (/** @type {string} */ file) => readFile(join(folder, file), 'utf8');
  return {
    ...(there.has('request.json') ? JSON.parse(await source('request.json')) : {}),
    html: await source(`${name}.html`),
    css: await source(`${name}.css`),
    data: JSON.parse(await source(`${name}.json`)),
    ...(there.has('header.html') ? { header_html: await source('header.html') } : {}),
    ...(there.has('footer.html') ? { footer_html: await source('footer.html') } : {}),
  };
}

/**
 * @param {{ root: string, baseUrl: string, token: string, path: (name: string) => string, signal: AbortSignal }} options
 *   `path`: where a sample's PDF goes
 * @returns {Promise<string>} what became of them, in a few words. An account that has used up its actions or its rate is no
 *   reason not to start.
 * @throws {Problem} when one can't be rendered
 */
export async function renderSamples({ root, baseUrl, token, path, signal }) {
  const names = await sampleNames(root);
  for (const name of names) {
    const body = await sampleRequest(root, name);
    const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
    if (answer.status === 402 || answer.status === 429) return `not rendered this time: ${answer.body?.error}`;
    const { pdf_base64 } = dataOf(answer, `Rendering the sample ${name}`);
    await writeFile(`${path(name)}.partial`, Buffer.from(pdf_base64, 'base64'), { mode: 0o600 });
    await rename(`${path(name)}.partial`, path(name));
  }
  return `${names.length} PDFs: ${path('*')}`;
}
