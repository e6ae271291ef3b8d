/** The thread that converts the Markdown files of a form, see `markdown.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true });

parentPort?.postMessage((workerData as string[]).map((text) => marked.parse(text, { async: false })));
