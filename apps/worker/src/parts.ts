/** The optional concepts of the worker, by the names that `PARTS` has. What is switched off is not loaded. */
import { type WorkerPart, wantsTags } from '@toolpress/contract';
import type { AssemblyHandler } from '@toolpress/queue';
import type { AssemblyOptions } from './parts/jobs/assemble.js';
import { type KnownPart, type PartEntry, switchedOff } from './render/part.js';

/** Parts of render threads, in the order in which they begin a job and finish its PDF. */
const RENDERING: Readonly<Record<Exclude<WorkerPart, 'jobs'>, PartEntry>> = {
  standards: {
    offers: 'PDF with `metadata`, `conformance`, `attachments` or `protect`',
    isRequested: ({ metadata, conformance, attachments, protect, eInvoice }) =>
      (metadata ?? conformance ?? attachments ?? protect) !== undefined ||
      (eInvoice !== undefined && eInvoice.output !== 'xml'),
    load: () => import('./parts/standards/standards.js'),
  },
  accessibility: {
    offers: 'PDF/UA and PDF/A level A',
    isRequested: ({ conformance }) => conformance !== undefined && wantsTags(conformance),
    load: () => import('./parts/accessibility/accessible-content.js'),
  },
  'e-invoice': {
    offers: '`e_invoice`',
    isRequested: ({ eInvoice }) => eInvoice !== undefined,
    load: () => import('./parts/e-invoice/e-invoice.js'),
  },
  'gotenberg-forms': {
    offers: 'forms of Gotenberg’s routes',
    isRequested: ({ form }) => form !== undefined,
    load: () => import('./parts/gotenberg-forms/forms.js'),
  },
  paged: {
    offers: 'footnotes, `outline`, page numbers of elements and CSS for print that the browser lacks',
    isUsed: ({ isPaged }) => isPaged,
    load: () => import('./parts/paged/paged.js'),
  },
};

const ASSEMBLY: WorkerPart = 'jobs';

/** Loads the parts of render threads. @param on are the names of `PARTS`, which may contain parts of gateways. */
export const loadRendering = (on: readonly string[]): Promise<KnownPart[]> =>
  Promise.all(
    Object.entries(RENDERING).map(async ([name, entry]) => ({
      ...entry,
      ...{ name, part: on.includes(name) ? (await entry.load()).part : undefined },
    })),
  );

/** Loads what assembles the files of batches. Without the part, it answers that no worker does. */
export const loadAssembly = async (on: readonly string[]): Promise<(options: AssemblyOptions) => AssemblyHandler> =>
  on.includes(ASSEMBLY)
    ? (await import('./parts/jobs/assemble.js')).assemblies
    : () => async () => ({ ok: false, error: switchedOff(ASSEMBLY, 'files of whole batches').toData() });
