/** The command `compare`: prints two versions of a template with its sample data, and compares their pages. */
import { type JsonObject, type PdfResult, TOOLS, type WholeVersion } from '@toolpress/contract';
import type { Command } from 'commander';
import { Problem } from '../config.js';
import { printable } from '../output.js';
import type { Session } from '../session.js';
import { existing, readVersion } from './commands.js';
import { isFolder, partsOf, readFolder } from './folder.js';
import { type Comparison, compared, isEqual, reportOf } from './reports.js';
import { TemplateApi } from './template-api.js';

interface Options {
  from?: string;
  to?: string;
  out?: string;
  tokenFile?: string;
}

/** A version to print: the request without data, and its sample data. */
interface Side {
  readonly name: string;
  readonly request: object;
  readonly samples: Readonly<Record<string, JsonObject>>;
}

export function addCompare(program: Command, session: Session): void {
  program
    .command('compare')
    .description(
      'prints two versions of a template with each sample data, and says which pages differ; exits with 1 if any does',
    )
    .argument('<template>', 'the name of a template, or a folder, which is compared with the saved template')
    .option('--from <version>', 'a number, or draft; default: the published version', readVersion)
    .option('--to <version>', 'a number, or draft; default: the draft, or the folder', readVersion)
    .option('--out <folder>', 'writes pictures of the pages that differ: before, after, and the differences in red')
    .option('--token-file <file>', 'file with the API token; default: API_TOKEN')
    .addHelpText(...session.examples('compare templates/invoice --out differences', 'compare invoice --from 2 --to 3'))
    .action(async (template: string, { from = 'published', to, out, tokenFile }: Options) => {
      const api = new TemplateApi(session.url, tokenFile);
      const folder = to === undefined && (await isFolder(template)) ? await readFolder(template) : undefined;
      const name = folder?.name ?? template;
      const before = savedSide(await existing(api, name, from));
      const after = folder ? await folderSide(folder) : savedSide(await existing(api, name, to ?? 'draft'));
      const samples = { ...before.samples, ...after.samples };
      const found = Object.entries(samples);
      if (found.length === 0) throw new Problem(`${name} has no sample data: add data/*.json to its folder.`);
      const comparisons: Comparison[] = [];
      for (const [sample, data] of found) {
        const pdfs = [await printed(api, before, data), await printed(api, after, data)] as const;
        comparisons.push(await compared({ template: `${before.name} ${after.name}`, sample }, pdfs, out));
      }
      if (!comparisons.every(isEqual)) session.exitCode = 1;
      await session.show(comparisons, () => reportOf(comparisons).map(printable));
    });
}

const savedSide = ({ name, version, sample_data }: WholeVersion): Side => ({
  ...{ name: `${name}@${version}`, request: { template: `${name}@${version}` } },
  samples: (sample_data ?? {}) as Record<string, JsonObject>,
});

async function folderSide(folder: Awaited<ReturnType<typeof readFolder>>): Promise<Side> {
  const { content: html, css, files, options, sample_data: samples = {} } = await partsOf(folder);
  return { name: folder.name, request: { ...options, html, css, files }, samples };
}

async function printed(api: TemplateApi, { request }: Side, data: JsonObject): Promise<string> {
  return (await api.post<PdfResult>(TOOLS['html-to-pdf'].path, { ...request, data })).pdf_base64 ?? '';
}
