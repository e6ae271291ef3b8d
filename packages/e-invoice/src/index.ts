export { type MadeEInvoice, makeEInvoice } from './make.js';
