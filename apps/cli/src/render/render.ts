/** The command `render`: prints a template; with `--watch` again after every change. */
import { randomBytes } from 'node:crypto';
import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type JsonObject, type PdfResult, TOOLS, withoutAbsent } from '@toolpress/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { findTarget, Problem } from '../config.js';
import { count, printable } from '../output.js';
import { callService } from '../service.js';
import type { Session } from '../session.js';
import { isFolder, readFolder } from '../templates/folder.js';
import { errorText, warningText } from './places.js';
import { requestBody, type TemplateFiles } from './request-body.js';
import { doOnChange } from './watch.js';

interface RenderOptions {
  css?: string;
  data?: string;
  dataFrom?: string;
  header?: string;
  footer?: string;
  translations?: string;
  files?: string;
  out?: string;
  locale?: string;
  timeZone?: string;
  pageSize?: string | object;
  orientation?: string;
  margin?: string;
  strict?: true;
  tokenFile?: string;
  watch?: true;
}

export function addRender(program: Command, session: Session): void {
  const command = program
    .command('render')
    .description('prints a template to a PDF, and reports faults by file, line and column')
    .argument('<template>', 'an HTML file, or a folder with template.html; - reads stdin')
    .option('--css <file>', 'style sheet of the template')
    .option('--data <file>', 'JSON data for the tags; of a folder: a name in data/; default: the first')
    .option('--data-from <file>', 'JSON of data_from: the record or list of a connection, whose fields are data')
    .option('--out <file>', 'the PDF; - writes stdout; default: the template’s name with .pdf, stdout for stdin')
    .option('--watch', 'prints again when a file changes, until Ctrl-C; keeps the last PDF when a print fails')
    .option('--files <folder>', 'folder of images and style sheets, to which paths in the template are relative')
    .option('--header <file>', 'HTML in the top margin of every page')
    .option('--footer <file>', 'HTML in the bottom margin of every page')
    .option('--translations <file>', 'JSON, by language, for the filter t')
    .option('--locale <tag>', 'language of amounts, dates and texts, such as de-AT')
    .option('--time-zone <name>', 'time zone of points in time, such as Europe/Vienna')
    .option('--page-size <size>', 'A4, Letter …, or two lengths: "80mm auto"', readPageSize)
    .option('--orientation <word>', 'portrait or landscape')
    .option('--margin <lengths>', '20mm, or up to four as in CSS: "20mm 15mm"', readMargin)
    .option('--strict', 'a tag without a value is an error')
    .option('--token-file <file>', 'file with the API token; default: API_TOKEN')
    .addHelpText(
      ...session.examples(
        'render invoice.html --css invoice.css --data invoice.json --out invoice.pdf --watch',
        'render report.html --files . --footer footer.html --page-size Letter --margin "20mm 15mm"',
        'render templates/invoice --data short',
      ),
    );
  command.action(async (given: string, options: RenderOptions) => {
    const isTemplate = given !== '-' && (await isFolder(given));
    const template = isTemplate ? given.replace(/(?<!\/)\/+$/, '') : given;
    const { watch, out = outFor(template) } = options;
    if (watch && (template === '-' || out === '-')) command.error('error: --watch needs files, not stdin or stdout');
    if (!watch) return print(session, template, out, options);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const { options: ofFolder, ...of } = await templateOf(template, options);
    const { html, css, data, data_from, header_html, footer_html, translations, files } = of;
    const settings = ofFolder && `${template}/template.json`;
    const named = [html, css, data, data_from, header_html, footer_html, translations, settings].filter(
      (path) => path !== undefined,
    );
    const printAgain = (): Promise<void> =>
      print(session, template, out, options, stop.signal).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
        process.stderr.write(`${error.message}\n`);
      });
    await doOnChange(named, files, printAgain, stop.signal);
  });
}

/** Returns the files of a template, and the options of a folder. Options of the command line win. */
export async function templateOf(
  template: string,
  { css, header, footer, data, dataFrom: data_from, translations, files }: Partial<RenderOptions>,
): Promise<TemplateFiles & { options?: JsonObject }> {
  const named = { css, data_from, header_html: header, footer_html: footer, translations, files };
  if (template === '-' || !(await isFolder(template))) return { html: template, ...named, data };
  const { paths, options, samples } = await readFolder(template);
  const { content: html, ...parts } = paths;
  const sample = data === undefined ? [...samples.values()][0] : samples.get(data);
  return { html, ...parts, data: sample?.path ?? data, ...withoutAbsent(named), options };
}

const outFor = (template: string): string =>
  template === '-' ? '-' : join(dirname(template), `${basename(template, extname(template))}.pdf`);

/** Prints the template once. @throws Problem with the service's message. */
async function print(
  session: Session,
  template: string,
  out: string,
  options: RenderOptions,
  signal?: AbortSignal,
): Promise<void> {
  if (out === '-' && process.stdout.isTTY)
    throw new Problem('A PDF can’t be written to a terminal: name a file with --out.');
  const target = findTarget(session.url, 'API_TOKEN', options.tokenFile);
  const { options: ofFolder, ...from } = await templateOf(template, options);
  const { locale, timeZone, pageSize, orientation, margin, strict } = options;
  const given = { locale, time_zone: timeZone, page_size: pageSize, orientation, margin, strict };
  const parameters = { ...ofFolder, ...withoutAbsent(given) };
  const body = await requestBody(from, parameters);
  const startedAt = performance.now();
  const answer = await callService(target, TOOLS['html-to-pdf'].path, {
    ...{ what: 'API token', method: 'POST', body: body.text },
    ...(signal && { signal }),
  });
  const ms = Math.round(performance.now() - startedAt);
  if (!answer.isDone) throw new Problem(safe(errorText(answer.error, from, body)));
  const { pdf_base64 = '', ...result } = answer.data as PdfResult;
  await writePdf(out, Buffer.from(pdf_base64, 'base64'));
  const { page_count: pages, size_bytes: bytes, warnings = [] } = result;
  const lines = [
    `${out}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${count(Math.ceil(bytes / 1024))} KiB, ${count(ms)} ms`,
    ...warnings.map((warning) => warningText(warning, from)),
  ];
  // When the PDF is on stdout, the report goes to stderr.
  await session.show({ ...result, ms }, () => lines.map(printable), out === '-' ? process.stderr : process.stdout);
}

const safe = (message: string): string => message.split('\n').map(printable).join('\n');

/** Writes the PDF atomically, so that a viewer never reads a partial file. */
async function writePdf(path: string, bytes: Buffer): Promise<void> {
  if (path === '-') return void (await new Promise((resolve) => process.stdout.write(bytes, resolve)));
  const isPlain = await lstat(path).then(
    (found) => found.isFile(),
    () => true,
  );
  const partial = isPlain ? join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}`) : path;
  try {
    await writeFile(partial, bytes);
    if (isPlain) await rename(partial, path);
  } catch (error) {
    if (isPlain) await rm(partial, { force: true });
    throw new Problem(`${path} can't be written: ${(error as Error).message}`);
  }
}

function readPageSize(word: string): string | object {
  const [width, height, more] = word.trim().split(/\s+/);
  if (more !== undefined)
    throw new InvalidArgumentError('It must be a name such as A4, or two lengths such as "80mm auto".');
  return height === undefined ? word : { width, height };
}

function readMargin(word: string): string {
  const lengths = word.trim().split(/\s+/);
  if (lengths.length > 4) throw new InvalidArgumentError('It must be one to four lengths such as "20mm 15mm".');
  return lengths.join(' ');
}
