/** All hostile inputs. */
import type { Entry } from './entry.js';
import { GATEWAY } from './gateway.js';
import { INVOICES } from './invoices.js';
import { KNOWN } from './known.js';
import { LIMITS } from './limits.js';
import { MARKUP } from './markup.js';
import { PDFS } from './pdfs.js';
import { SHEETS } from './sheets.js';
import { TEMPLATES } from './templates.js';
import { VALUES } from './values.js';

export const CATALOG: readonly Entry[] = [
  ...KNOWN,
  ...MARKUP,
  ...SHEETS,
  ...TEMPLATES,
  ...VALUES,
  ...PDFS,
  ...INVOICES,
  ...GATEWAY,
  ...LIMITS,
];
