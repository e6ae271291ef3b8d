/** The request for a document, in the form of each server. */

/** @typedef {{ type: string, body: Buffer }} Request */

/** @typedef {import('../documents.mjs').BenchDocument} BenchDocument */

/** The forms by name. @satisfies {Record<string, (document: BenchDocument) => Request>} */
export const REQUESTS = {
  service: ({ html, data, files, header, footer, options }) =>
    json({ html, data, files, header_html: header, footer_html: footer, ...options }),
  inline: (document) => json(inlined(document)),
  typst: ({ typst }) => json({ source: typst }),
  gotenberg: ({ html, files = {}, header, footer }) =>
    multipart({
      files: {
        'index.html': html,
        ...(header !== undefined && { 'header.html': withPageNumbers(header) }),
        ...(footer !== undefined && { 'footer.html': withPageNumbers(footer) }),
        ...files,
      },
      fields: { printBackground: 'true', preferCssPageSize: 'true' },
    }),
};

/** @param {object} content @returns {Request} */
const json = (content) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(content)) });

/**
 * Puts files into the document: what the service is sent beside it.
 *
 * @param {BenchDocument} document
 * @returns {import('./program.mjs').Content}
 */
export function inlined({ html, files = {}, header, footer }) {
  let text = html;
  for (const [path, content] of Object.entries(files)) {
    text =
      typeof content === 'string'
        ? text.replace(`<link rel="stylesheet" href="${path}">`, () => `<style>${content}</style>`)
        : text.replace(`src="${path}"`, () => `src="data:image/png;base64,${content.base64}"`);
  }
  return {
    html: text,
    ...(header !== undefined && { header: withPageNumbers(header) }),
    ...(footer !== undefined && { footer: withPageNumbers(footer) }),
  };
}

/** Converts the service's tags of page numbers to Chromium's. @param {string} html */
const withPageNumbers = (html) =>
  html
    .replaceAll('[[page]]', '<span class="pageNumber"></span>')
    .replaceAll('[[pages]]', '<span class="totalPages"></span>');

const BOUNDARY = 'boundary-of-a-benchmark';

/**
 * @param {{ files: NonNullable<BenchDocument['files']>, fields: Record<string, string> }} form
 * @returns {Request}
 */
function multipart({ files, fields }) {
  const part = (/** @type {string} */ disposition, /** @type {Buffer} */ content) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  const body = Buffer.concat([
    ...Object.entries(files).flatMap(([name, content]) =>
      part(
        `name="files"; filename="${name}"`,
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'),
      ),
    ),
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}
