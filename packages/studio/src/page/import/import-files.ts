/** Makes a template of files: an HTML file, a ZIP, a web page of Word or Google Docs, or a template of another engine. */
import { NAME } from '../draft/draft.js';
import { textOf } from './decode.js';
import { cleanGoogleDocs, isFromGoogleDocs } from './google-docs.js';
import { type Imported, type ImportLimits, mebibytes, NotImportable } from './imported.js';
import { Parts } from './parts.js';
import { type Cleaned, cleanWord, isFromWord } from './word.js';

/** Endings of documents and templates, without those of editors such as `.html.twig`. */
const DOCUMENT =
  /\.(?:html?|xhtml|twig|jinja2?|j2|liquid|hbs|handlebars|mustache|ejs|erb|php|cshtml|tmpl|gohtml|gotmpl|tpl|njk)$/i;
/** The largest file that is read, in bytes. */
const MOST_BYTES = 20 * 1024 * 1024;

/** Documents of other kinds, and what to do with them. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /\.docx?$|(?:^|\/)word\/document\.xml$/i,
    'This is a document of Word. In Word, choose “Save as” and “Web Page, Filtered (*.htm)”, and drop the file with its folder as a ZIP.',
  ],
  [
    /\.odt$|^content\.xml$/i,
    'This is a document of LibreOffice. Choose “Save as” and “HTML Document”, and drop the file with its images.',
  ],
  [/\.mht(?:ml)?$/i, 'This is a web page in one file. In Word, save it as “Web Page, Filtered (*.htm)” instead.'],
  [/\.pdf$/i, 'A PDF has no template. Drop the HTML, the Word document saved as a web page, or begin with a sample.'],
  [/\.(?:rtf|pages|xlsx?|pptx?)$/i, 'Save it as a web page (HTML), and drop that.'],
];

/** Reads files of an input or a drop. @throws NotImportable. */
export async function importFiles(given: readonly File[], limits: ImportLimits): Promise<Imported> {
  const [first] = given;
  if (first === undefined) throw new NotImportable('Choose an HTML file, a ZIP, or a web page of Word or Google Docs.');
  const large = given.find(({ size }) => size > MOST_BYTES);
  if (large)
    throw new NotImportable(
      `\`${large.name}\` is larger than ${mebibytes(MOST_BYTES)}. Leave out what the document does not show.`,
    );
  const files = new Map<string, Uint8Array>();
  for (const file of given) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isZip(bytes)) files.set(file.name, bytes);
    else for (const [path, content] of (await import('./archive.js')).unpacked(bytes)) files.set(path, content);
  }
  return templateOf(files, limits, given.length === 1 ? first.name : undefined);
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Makes a template of files by their paths. @param from the name of the one file that was given. @throws NotImportable. */
export function templateOf(files: ReadonlyMap<string, Uint8Array>, limits: ImportLimits, from?: string): Imported {
  const notes: string[] = [];
  const path = documentIn([...files.keys()], notes);
  const source = textOf(files.get(path) ?? new Uint8Array());
  if (source.trim() === '') throw new NotImportable(`\`${path}\` is empty.`);
  const { html, css, options, notes: found } = cleaned(source);
  notes.push(...found);
  const parts = new Parts(path, files, limits, notes);
  const linked = parts.styleSheets(html);
  const sheet = [css, linked.css].filter((text) => text !== '').join('\n');
  for (const [what, text] of [
    ['HTML', linked.html],
    ['CSS', sheet],
  ] as const)
    if (new Blob([text]).size > limits.maxTextBytes)
      throw new NotImportable(
        `The ${what} has ${mebibytes(new Blob([text]).size)}; a template may have ${mebibytes(limits.maxTextBytes)}. Move embedded images into files.`,
      );
  const kept = parts.files(linked.html, sheet);
  const samples = parts.samples();
  const saved = {
    content: linked.html,
    ...(sheet !== '' && { css: sheet }),
    ...(Object.keys(kept).length > 0 && { files: kept }),
    ...(Object.keys(samples).length > 0 && { sample_data: samples }),
    ...(Object.keys(options).length > 0 && { options }),
  };
  parts.noteRest((other) => DOCUMENT.test(other));
  const isIndex = /(?:^|\/)index\.\w+$/i.test(path);
  return { name: nameFor(isIndex ? (from ?? path.split('/').at(-2) ?? path) : path), saved, notes };
}

function cleaned(source: string): Cleaned {
  if (isFromWord(source)) return cleanWord(source);
  if (isFromGoogleDocs(source)) return cleanGoogleDocs(source);
  return { html: source.replaceAll('\r\n', '\n'), css: '', options: {}, notes: [] };
}

/** Returns the path of the document. */
function documentIn(paths: readonly string[], notes: string[]): string {
  const documents = paths.filter((path) => DOCUMENT.test(path));
  const depth = (path: string): number => path.split('/').length;
  const isIndex = (path: string): number => (/(?:^|\/)index\.\w+$/i.test(path) ? 0 : 1);
  const [first, ...others] = documents.sort((one, other) => depth(one) - depth(other) || isIndex(one) - isIndex(other));
  if (first === undefined) {
    const [, says] = OTHERS.find(([kind]) => paths.some((path) => kind.test(path))) ?? [];
    throw new NotImportable(
      says ?? 'There is no HTML file in it. Choose an HTML file, a ZIP with one, or a web page of Word or Google Docs.',
    );
  }
  // The headers of a Word document are in its folder.
  const alike = others.filter((path) => !/\/(?:header|footer)\.html?$/i.test(path));
  if (alike.length > 0)
    notes.push(
      `\`${first}\` is the template. ${alike.length === 1 ? `\`${alike[0]}\` is left out: drop it alone.` : `${alike.length} other HTML files are left out: drop each alone.`}`,
    );
  return first;
}

/** Returns a name that templates may have. */
function nameFor(path: string): string {
  const file = path.split('/').at(-1) ?? path;
  const name = file
    .replace(/\.zip$/i, '')
    .replace(/(?:\.[a-z0-9]{2,10}){1,3}$/i, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 56)
    .toLowerCase();
  return new RegExp(`^${NAME}$`).test(name) ? name : 'template';
}
