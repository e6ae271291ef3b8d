/** Real documents, rendered as a caller would have them rendered: they show that the whole way works. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, dataOf } from './api.mjs';

/**
 * @param {string} root of the project
 * @returns {Promise<string[]>} the samples' names: the invoice first, which everything that is said about samples names
 */
export async function sampleNames(root) {
  const entries = await readdir(join(root, 'samples'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.sort(
    (one, other) => Number(other === 'invoice') - Number(one === 'invoice') || one.localeCompare(other),
  );
}

/**
 * @param {string} root of the project
 * @param {string} name of the sample
 * @returns {Promise<Record<string, unknown>>} the body of the request for it
 */
export async function sampleRequest(root, name) {
  const source = (/** @type {string} */ file) => readFile(join(root, 'samples', name, file), 'utf8');
  const orNothing = (/** @type {string} */ file) =>
    source(file).catch((/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  const [header, footer] = [await orNothing('header.html'), await orNothing('footer.html')];
  return {
    ...JSON.parse((await orNothing('request.json')) ?? '{}'),
    html: await source(`${name}.html`),
    css: await source(`${name}.css`),
    data: JSON.parse(await source(`${name}.json`)),
    ...(header === undefined ? {} : { header_html: header }),
    ...(footer === undefined ? {} : { footer_html: footer }),
  };
}

/**
 * @param {object} options
 * @param {string} options.root of the project, with the samples' templates and data
 * @param {string} options.name of the sample
 * @param {string} options.baseUrl
 * @param {string} options.token
 * @param {string} options.path where the PDF goes
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string>} what became of it, in a few words. An account that has used up its actions or its rate is
 *   no reason not to start.
 * @throws {Problem} when it can't be rendered
 */
export async function renderSample({ root, name, baseUrl, token, path, signal }) {
  const body = await sampleRequest(root, name);
  const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
  if (answer.status === 402 || answer.status === 429) return `not rendered this time: ${answer.body?.error}`;
  const pdf = dataOf(answer, `Rendering the sample ${name}`);
  await writeFile(`${path}.partial`, Buffer.from(pdf.pdf_base64, 'base64'), { mode: 0o600 });
  await rename(`${path}.partial`, path);
  return `${pdf.page_count} ${pdf.page_count === 1 ? 'page' : 'pages'}, ${Math.ceil(pdf.size_bytes / 1024)} KiB`;
}
