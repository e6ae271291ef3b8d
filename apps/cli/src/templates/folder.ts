/**
 * Templates as folders, so that they can be kept in git: `template.html` (or `template.css`), `style.css`, `header.html`, `footer.html`,
 * `data/*.json`, `files/` and `template.json` with the name and the options.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import {
  type FileValue,
  type JsonObject,
  parseAsWritten,
  type TemplateOptions,
  type TemplateText,
  templateFiles,
  VARIABLE_NAME,
  type WholeVersion,
} from '@toolpress/contract';
import { Problem } from '../config.js';
import { filesIn } from '../render/files.js';
import { readText } from '../render/request-body.js';

/** A template's folder. */
export interface TemplateFolder {
  readonly folder: string;
  readonly name: string;
  readonly kind: 'html' | 'css';
  /** The paths of the files that exist. */
  readonly paths: { content: string; css?: string; header_html?: string; footer_html?: string; files?: string };
  readonly options: JsonObject;
  /** The JSON of the sample data by name, unchanged, so that numbers keep their digits. */
  readonly samples: ReadonlyMap<string, { path: string; json: string }>;
}

const SETTINGS = 'template.json';
const ONE_OF = ['template.html', 'template.css'];

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** @throws Problem for a folder that is not a template, or has invalid JSON. */
export async function readFolder(folder: string): Promise<TemplateFolder> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new Problem(`${folder} can't be read: ${error.message}`);
  });
  const [content, other] = ONE_OF.filter((name) => names.includes(name));
  if (content === undefined) throw new Problem(`${folder} is not a template: it has no template.html.`);
  if (other !== undefined) throw new Problem(`${folder} has template.html and template.css; keep one of them.`);
  const settings = names.includes(SETTINGS) ? await readJson(join(folder, SETTINGS)) : {};
  const { name = basename(resolve(folder)), options = {}, ...unknown } = settings;
  const [extra] = Object.keys(unknown);
  if (extra !== undefined)
    throw new Problem(`${join(folder, SETTINGS)} has an unknown field \`${extra}\`; it has \`name\` and \`options\`.`);
  if (typeof name !== 'string' || !VARIABLE_NAME.test(name))
    throw new Problem(
      `${folder} needs a name of letters, digits, \`_\`, \`.\` and \`-\`: set \`name\` in ${SETTINGS}.`,
    );
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new Problem(`\`options\` in ${join(folder, SETTINGS)} must be an object.`);
  const pathOf = (file: string) => (names.includes(file) ? join(folder, file) : undefined);
  const paths = {
    content: join(folder, content),
    css: pathOf('style.css'),
    header_html: pathOf('header.html'),
    footer_html: pathOf('footer.html'),
    files: pathOf('files'),
  };
  for (const field of ['header_html', 'footer_html'] as const)
    if (paths[field] !== undefined && options[field] !== undefined)
      throw new Problem(`${paths[field]} and \`options.${field}\` in ${SETTINGS} are the same part; keep one of them.`);
  const samples = new Map<string, { path: string; json: string }>();
  const data = pathOf('data');
  for (const file of data === undefined ? [] : (await readdir(data)).filter((each) => each.endsWith('.json')).sort()) {
    const path = join(folder, 'data', file);
    await readJson(path);
    samples.set(basename(file, '.json'), { path, json: await readText(path) });
  }
  const kind = content === 'template.css' ? 'css' : 'html';
  const given = Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== undefined));
  return { folder, name, kind, paths: given as TemplateFolder['paths'], options, samples };
}

async function readJson(path: string): Promise<JsonObject> {
  const text = await readText(path);
  try {
    const value = JSON.parse(text) as JsonObject;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new Problem(`${path} is not JSON: ${(error as Error).message}`);
  }
  throw new Problem(`${path} must be an object.`);
}

/** Reads the parts of a template. */
export async function partsOf({ kind, paths, options, samples }: TemplateFolder): Promise<TemplateText> {
  const textOf = async (path: string | undefined) => (path === undefined ? undefined : readText(path));
  const [header_html, footer_html] = [await textOf(paths.header_html), await textOf(paths.footer_html)];
  const all = {
    ...options,
    ...(header_html !== undefined && { header_html }),
    ...(footer_html !== undefined && { footer_html }),
  };
  return {
    ...{ kind, content: await readText(paths.content), css: await textOf(paths.css) },
    ...(paths.files !== undefined && { files: await filesIn(paths.files, () => true) }),
    ...(samples.size > 0 && {
      sample_data: Object.fromEntries(
        [...samples].map(([name, { json }]) => [name, parseAsWritten(json) as JsonObject]),
      ),
    }),
    ...(Object.keys(all).length > 0 && { options: all }),
  };
}

/** Returns the body of the request that saves a template. */
export async function bodyOf(template: TemplateFolder, more: { draft?: boolean; note?: string }): Promise<string> {
  const { sample_data, ...parts } = await partsOf(template);
  const text = JSON.stringify({ ...parts, ...more });
  if (sample_data === undefined) return text;
  const samples = [...template.samples].map(([name, { json }]) => `${JSON.stringify(name)}:${json}`);
  return `${text.slice(0, -1)},"sample_data":{${samples.join()}}}`;
}

/**
 * Writes a version into a folder, and deletes files of the template that the version does not have.
 *
 * @throws Problem for a folder with other files, and for a file that would be outside of it.
 */
export async function writeFolder(folder: string, version: WholeVersion): Promise<void> {
  const { name, kind, content, css, files, sample_data, options } = version;
  const parts = { kind, content, css, options: options as TemplateOptions as JsonObject | undefined };
  const texts = templateFiles({ ...parts, sample_data: sample_data as Record<string, JsonObject> | undefined });
  const settings = JSON.parse(texts.get(SETTINGS) ?? '{}') as JsonObject;
  const written = new Map<string, string | Buffer>([
    ...texts,
    [SETTINGS, `${JSON.stringify({ name, ...settings }, null, 2)}\n`],
    ...Object.entries((files ?? {}) as Record<string, FileValue>).map(([path, file]): [string, string | Buffer] => [
      `files/${path}`,
      typeof file === 'string' ? file : Buffer.from(file.base64, 'base64'),
    ]),
  ]);
  for (const path of written.keys()) checkInside(folder, path);
  if (await isFolder(folder)) {
    const names = await readdir(folder);
    if (names.length > 0 && ![...ONE_OF, SETTINGS].some((each) => names.includes(each)))
      throw new Problem(`${folder} has other files: name an empty folder, or that of a template.`);
    for (const file of [...ONE_OF, 'style.css', 'header.html', 'footer.html'])
      if (!written.has(file)) await rm(join(folder, file), { force: true });
    for (const part of ['data', 'files']) await rm(join(folder, part), { recursive: true, force: true });
  }
  for (const [path, bytes] of written) {
    const target = join(folder, ...path.split('/'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes).catch((error: Error) => {
      throw new Problem(`${target} can't be written: ${error.message}`);
    });
  }
}

/** The service stores any path. Hidden files are not read by `push`. */
function checkInside(folder: string, path: string): void {
  const names = path.split('/');
  const isPlain = names.every((each) => each !== '' && !each.startsWith('.') && !/[\\:\0]/.test(each));
  if (isPlain && resolve(folder, ...names).startsWith(resolve(folder) + sep)) return;
  throw new Problem(
    `The template has a file ${JSON.stringify(path.replace(/^files\//, ''))}, which can't be in a folder.`,
  );
}
