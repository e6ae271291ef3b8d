/** The commands `push`, `pull`, `diff`, `publish` and `rollback`: saved templates as folders. */
import { join } from 'node:path';
import { differencesOf, type TemplateText, templateFiles, type Variable, type WholeVersion } from '@toolpress/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { Problem } from '../config.js';
import { printable } from '../output.js';
import { warningText } from '../render/places.js';
import type { Session } from '../session.js';
import { bodyOf, partsOf, readFolder, writeFolder } from './folder.js';
import { TemplateApi } from './template-api.js';

interface Options {
  tokenFile?: string;
  draft?: true;
  merge?: boolean;
  note?: string;
  at?: string;
  out?: string;
}

export function addTemplates(program: Command, session: Session): void {
  const { examples } = session;
  const command = (usage: string, description: string): Command =>
    program
      .command(usage)
      .description(description)
      .option('--token-file <file>', 'file with the API token; default: API_TOKEN');

  command('push', 'saves templates from folders and publishes them')
    .argument('<folder...>', 'folders with template.html')
    .option('--draft', 'saves drafts, without publishing')
    .option('--merge', 'keeps parts of the saved template that the folder does not have')
    .option('--note <text>', 'what the version changes')
    .addHelpText(...examples('push templates/invoice --note "New tax rate"', 'push templates/* --draft'))
    .action((folders: string[], options: Options) => push(session, folders, options));

  command('pull', 'writes a template into a folder')
    .argument('<name>', 'the template')
    .option('--at <version>', 'a number, or draft; default: the published version', readVersion)
    .option('--out <folder>', 'the folder; default: the name')
    .addHelpText(...examples('pull invoice --out templates/invoice', 'pull invoice --at draft'))
    .action(async (name: string, { at = 'published', out = name, ...options }: Options) => {
      const found = await existing(apiOf(session, options), name, at);
      await writeFolder(out, found);
      await session.show({ name, version: found.version, folder: out }, () => [`${out}: ${name}@${found.version}`]);
    });

  command('diff', 'shows how a folder differs from the saved template; exits with 1 if it does')
    .argument('<folder>', 'a folder with template.html')
    .option('--at <version>', 'a number, or draft; default: the published version', readVersion)
    .addHelpText(...examples('diff templates/invoice', 'diff templates/invoice --at draft'))
    .action((folder: string, options: Options) => diff(session, folder, options));

  command('publish', 'publishes the draft of a template, or an earlier version')
    .argument('<name>', 'the template')
    .argument('[version]', 'a number; default: the draft', readVersion, 'draft')
    .option('--note <text>', 'what the version changes, for a draft')
    .addHelpText(...examples('publish invoice --note "New tax rate"', 'publish invoice 3'))
    .action(async (name: string, version: string, { note, ...options }: Options) => {
      const published = await apiOf(session, options).publish(
        name,
        version === 'draft' ? version : Number(version),
        note,
      );
      await session.show(withoutParts(published), () => publishedLines(published));
    });

  command('rollback', 'publishes the version that was published before again; the current one and the draft are kept')
    .argument('<name>', 'the template')
    .addHelpText(...examples('rollback invoice'))
    .action((name: string, options: Options) => rollback(session, name, options));
}

const apiOf = ({ url }: Session, { tokenFile }: Options): TemplateApi => new TemplateApi(url, tokenFile);

async function push(
  session: Session,
  folders: string[],
  { draft, merge = false, note, ...options }: Options,
): Promise<void> {
  const api = apiOf(session, options);
  const templates = await Promise.all(folders.map(readFolder));
  const saved: { variable: Variable; folder: string }[] = [];
  for (const template of templates) {
    const body = await bodyOf(template, { ...(draft && { draft }), ...(note !== undefined && { note }) });
    saved.push({ variable: await api.save(template.name, body, merge), folder: template.folder });
  }
  await session.show(
    saved.map(({ variable }) => withoutParts(variable)),
    () => saved.flatMap(({ variable, folder }) => [savedLine(variable), ...warningLines(variable, folder)]),
  );
}

async function diff(session: Session, folder: string, { at = 'published', ...options }: Options): Promise<void> {
  const template = await readFolder(folder);
  const found = await apiOf(session, options).find(template.name, at);
  const before = found === undefined ? new Map<string, string>() : templateFiles(textOf(found));
  const names = [`${template.name}@${found?.version ?? 'none'}`, folder.replace(/(?<!\/)\/+$/, '')] as const;
  const differences = await differencesOf(before, templateFiles(await partsOf(template)), names);
  if (differences.text !== '') session.exitCode = 1;
  await session.show(differences, () => differences.text.trimEnd().split('\n').map(withTabs));
}

async function rollback(session: Session, name: string, options: Options): Promise<void> {
  const api = apiOf(session, options);
  const versions = await api.versions(name);
  const current = versions.findIndex(({ published }) => published);
  const from = versions[current]?.version;
  const before = versions.slice(current + 1).find(({ published_at }) => published_at !== undefined);
  if (before === undefined) throw new Problem(`${name} has no earlier version.`);
  const published = await api.publish(name, before.version);
  await session.show({ ...withoutParts(published), rolled_back_from: from }, () => [
    ...publishedLines(published),
    `Version ${from} and the draft are kept; \`publish ${name} ${from}\` undoes this.`,
  ]);
}

/** Reads a version that must exist. */
export async function existing(api: TemplateApi, name: string, version: string): Promise<WholeVersion> {
  const found = await api.find(name, version);
  if (found !== undefined) return found;
  const what = version === 'published' ? 'published version' : version === 'draft' ? 'draft' : `version ${version}`;
  throw new Problem(`${name} has no ${what}.`);
}

/** Returns the parts of a version. */
const textOf = ({ kind, content, css, files, sample_data, options }: WholeVersion): TemplateText => ({
  ...{ kind, content, css },
  ...({ files, sample_data, options } as Pick<TemplateText, 'files' | 'sample_data' | 'options'>),
});

/** Returns a line of code for the terminal. */
const withTabs = (line: string): string => line.split('\t').map(printable).join('\t');

function savedLine({ name, version, published_at, updated_at }: Variable): string {
  if (version === 'draft') return `${name}: the draft is saved`;
  return published_at === updated_at
    ? `${name}: version ${version} is published`
    : `${name}: unchanged, version ${version}`;
}

const publishedLines = (published: Variable): string[] => {
  const { name, version } = published;
  return [`${name}: version ${version} is published`, ...warningLines(published, `${name}@${version}`)];
};

/** @param folder that has the files of the template, or would have them. */
function warningLines({ kind, warnings = [] }: Variable, folder: string): string[] {
  const names = {
    html: join(folder, 'template.html'),
    css: join(folder, kind === 'css' ? 'template.css' : 'style.css'),
  };
  return warnings.map((warning) => printable(warningText(warning, names)));
}

const withoutParts = ({
  content: _,
  css: _css,
  files: _files,
  sample_data: _data,
  options: _options,
  ...rest
}: Variable) => rest;

export function readVersion(word: string): string {
  if (/^(?:draft|[1-9]\d{0,8})$/.test(word)) return word;
  throw new InvalidArgumentError('It must be the number of a version, or draft.');
}
