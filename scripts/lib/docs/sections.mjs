/** The parts of pages that are generated; the rest of these pages is written by hand. */
import { ERRORS, TOOLS, WARNINGS } from '@toolpress/contract';
import { FAULTS } from '@toolpress/document/tables';
import { operationGroups } from '@toolpress/gateway/operations';

/**
 * Returns the page with a new text between two comments.
 *
 * @param {string} page
 * @param {{ begin: string, end: string, text: string }} section
 */
export function withSection(page, { begin, end, text }) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`A page lacks the comments ${begin} and ${end}.`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/**
 * The sections that explain a parameter.
 *
 * @type {Record<string, string>}
 */
const GUIDES = {
  files: '[files and images](#files-and-images)',
  header_html: '[headers](#headers-footers-page-numbers)',
  background_pdf: '[letterheads](#letterheads)',
  watermark_html: '[watermarks](#watermarks)',
  locale: '[filters](templates.md#filters)',
  expires_in: '[files](../accounts.md#files)',
  on_blocked: '[blocked content](#style-sheets-images-and-fonts-of-a-document)',
  conformance: '[standards](standards.md)',
  metadata: '[metadata](standards.md#metadata)',
  attachments: '[attachments](standards.md#attachments)',
  e_invoice: '[e-invoices](e-invoices.md)',
  protect: '[passwords and permissions](#passwords-and-permissions)',
};

/**
 * Returns `docs/tools/pdf.md` with the current parameters.
 *
 * @param {string} page
 * @param {Parameters<typeof operationGroups>[0]} document
 */
export function withPdfParameters(page, document) {
  const operation = operationGroups(document)
    .flatMap(({ operations }) => operations)
    .find(({ path }) => path === TOOLS['html-to-pdf'].path);
  const options = (operation?.body.fields ?? []).filter(({ name }) => !/[.[]/.test(name));
  const rows = options.map(({ name, type, required, description }) => {
    const guide = GUIDES[name] === undefined ? '' : ` See ${GUIDES[name]}.`;
    const text = description.replaceAll(/(?:;|,) see \/docs\/[a-z-]+/g, '');
    // The description lists the values.
    const shortType = type.replaceAll(/"[^"]*"(?:, "[^"]*")*/g, 'string');
    return [`\`${name}\`${required ? '' : '?'}`, shortType, text + guide];
  });
  return withSection(page, {
    begin: '<!-- Parameters: written from the schema; a test fails when they are out of date. -->',
    end: '<!-- End of parameters. -->',
    text: table(['Parameter', 'Type', 'Meaning'], rows),
  });
}

/** Returns `docs/errors.md` with the current codes. @param {string} page */
export function withErrors(page) {
  const codes = Object.entries(ERRORS).map(([code, { status, meaning }]) => [String(status), `\`${code}\``, meaning]);
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => [`\`${code}\``, meaning]);
  const withCodes = withSection(page, {
    begin: '<!-- Codes: written from the contract. -->',
    end: '<!-- End of codes. -->',
    text: table(['Status', 'Code', 'Meaning'], codes),
  });
  return withSection(withCodes, {
    begin: '<!-- Warnings: written from the contract. -->',
    end: '<!-- End of warnings. -->',
    text: table(['Code', 'Meaning'], warnings),
  });
}

const SAID = { error: '422', warning: 'a warning', nothing: '' };

/** Returns `docs/tools/standards.md` with the current faults. @param {string} page */
export const withFaults = (page) =>
  withSection(page, {
    begin: '<!-- Faults: made of the code by `npm run docs`; a test fails when they are out of date. -->',
    end: '<!-- End of the faults. -->',
    text: table(
      ['Fault', '`pdf/ua-1`', '`pdf/a-3a` alone', 'Clause of ISO 14289-1'],
      Object.values(FAULTS).map(({ called, universal, levelA, clause }) => [
        called,
        SAID[universal],
        SAID[levelA],
        clause,
      ]),
    ),
  });

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
