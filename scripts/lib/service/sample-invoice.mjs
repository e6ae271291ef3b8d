/** A real document, rendered as a caller would have it rendered: it shows that the whole way works. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, dataOf } from './api.mjs';

/**
 * @param {object} options
 * @param {string} options.root of the project, with the sample's template and data
 * @param {string} options.baseUrl
 * @param {string} options.token
 * @param {string} options.path where the PDF goes
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string>} what became of it, in a few words. An account that has used up its actions or its rate is
 *   no reason not to start.
 * @throws {Problem} when it can't be rendered
 */
export async function renderSample({ root, baseUrl, token, path, signal }) {
  const source = (/** @type {string} */ name) => readFile(join(root, 'samples/invoice', name), 'utf8');
  const body = {
    html: await source('invoice.html'),
    css: await source('invoice.css'),
    data: JSON.parse(await source('invoice.json')),
  };
  const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
  if (answer.status === 402 || answer.status === 429) return `not rendered this time: ${answer.body?.error}`;
  const pdf = dataOf(answer, 'Rendering the sample invoice');
  await writeFile(`${path}.partial`, Buffer.from(pdf.pdf_base64, 'base64'), { mode: 0o600 });
  await rename(`${path}.partial`, path);
  return `${pdf.page_count} ${pdf.page_count === 1 ? 'page' : 'pages'}, ${Math.ceil(pdf.size_bytes / 1024)} KiB`;
}
