/** The worker of pdf.js. */
import './pdf-support.js';
import 'pdfjs-dist/build/pdf.worker.mjs';
