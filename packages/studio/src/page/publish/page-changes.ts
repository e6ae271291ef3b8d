/** Shows which pages change with a version: how many, and the first of them before and after. */
import { type Draft, draftOf, previewOf } from '../draft/draft.js';
import { bytesOf } from '../preview/pdf-pages.js';
import { faultsOf } from '../problems/problems.js';
import { type Preview, savedVersion } from '../service/api.js';
import { previewInTurn } from '../service/previews.js';
import { h, messageOf } from '../ui/dom.js';
import { differingPages, MAX_COMPARED, pagesText, picturesOf } from '../versions/page-pictures.js';

/** The width of pictures in pixels. */
const WIDTH = 640;

export interface ChangedPages {
  /** The template, and its published version. */
  name: string;
  published: number;
  draft: Draft;
  /** The sample data of both prints. */
  sample: string;
  printed: Preview;
}

/** Returns what changes, as elements. @throws the reason of the signal. */
export async function pageChanges(
  { name, published, draft, sample, printed }: ChangedPages,
  signal: AbortSignal,
): Promise<HTMLElement[]> {
  const before = await printOf({ name, published, draft, sample }, signal);
  if (!('pdf_base64' in before)) return [before];
  const [old, next] = [
    await picturesOf(bytesOf(before.pdf_base64), WIDTH),
    await picturesOf(bytesOf(printed.pdf_base64), WIDTH),
  ];
  const differing = differingPages(old.pages, next.pages);
  const compared = Math.min(old.pages.length, next.pages.length);
  const counts = `${pagesText(old.pageCount, next.pageCount)} ${changesText(differing.length, compared)}`;
  const limit =
    old.pageCount > MAX_COMPARED && next.pageCount > MAX_COMPARED ? ` The first ${MAX_COMPARED} are compared.` : '';
  const first = differing[0] ?? (old.pageCount === next.pageCount ? undefined : compared);
  const summary = h('p', {}, `${counts}${limit} With the data “${sample}”.`);
  if (first === undefined) return [summary];
  const picture = (page: HTMLCanvasElement | undefined, label: string) => {
    page?.setAttribute('role', 'img');
    page?.setAttribute('aria-label', label);
    return h('figure', {}, h('figcaption', {}, label), page ?? h('p', { class: 'note' }, 'There is no such page.'));
  };
  const sides = [
    picture(old.pages[first], `v${published}, page ${first + 1}`),
    picture(next.pages[first], `New, page ${first + 1}`),
  ];
  return [summary, h('div', { class: 'changed-pages' }, ...sides)];
}

const changesText = (differing: number, compared: number): string =>
  differing === 0 ? 'None differs.' : `${differing} of ${compared} ${differing === 1 ? 'differs' : 'differ'}.`;

/** Prints the published version with the data of the draft. @returns the print, or why there is none. */
async function printOf(
  { name, published, draft, sample }: Omit<ChangedPages, 'printed'>,
  signal: AbortSignal,
): Promise<Preview | HTMLElement> {
  try {
    const saved = draftOf(await savedVersion(name, published));
    return await previewInTurn(previewOf({ ...saved, samples: draft.samples }, sample), signal);
  } catch (error) {
    signal.throwIfAborted();
    const why = faultsOf(error).map(({ message }) => message);
    return h('p', {}, `v${published} can’t be printed with the data “${sample}”: `, ...messageOf(why.join(' ')));
  }
}
