/** The PDF tools as agents see them. */
import type { PdfTool } from '@toolpress/contract';
import type { ForAgents } from '../../api/endpoint.js';

const TEMPLATE =
  'Tags are [[name]], [[total | money: "EUR"]], [[#each rows]]…[[/each]], [[#if paid]]…[[else]]…[[/if]]; [[var:name]] inserts a saved template. Scripts never run; images load by https or from `files`.';
const FAULTS =
  'An error names field, line, column and what to write: apply it and call again. `warnings` list what prints differently.';

/** The options that most documents need. */
const USUAL = [
  ...['html', 'template', 'css', 'files', 'data', 'page_size', 'orientation', 'margin', 'header_html', 'footer_html'],
  ...['filename', 'locale', 'return'],
];
/** Those of tools that are like html_to_pdf. */
export const FEW = ['html', 'template', 'css', 'data', 'filename', 'locale', 'return'];

export const FOR_AGENTS: Readonly<Record<PdfTool, ForAgents>> = {
  'html-to-pdf': {
    name: 'html_to_pdf',
    title: 'HTML to PDF',
    lines: [
      'Fills an HTML template from `data` and prints it as a PDF. Costs 3 actions for each begun 50 pages; failures are free.',
      TEMPLATE,
      `Answers links, pages and a resource link; a small PDF is embedded, unless \`return\` is \`link\`. ${FAULTS}`,
    ],
    options: USUAL,
    hints: { destructiveHint: false },
  },
  'json-to-pdf': {
    name: 'json_to_pdf',
    title: 'JSON to PDF',
    lines: [
      'The same as html_to_pdf, named for data: invoices, reports, payslips. Costs 3 actions for each begun 50 pages; failures are free.',
      TEMPLATE,
      'Amounts keep all digits as text ("12.50"). Print amounts with `| money: "EUR"` and dates with `| date: "long"`, in `locale`.',
    ],
    options: FEW,
    hints: { destructiveHint: false },
  },
};
