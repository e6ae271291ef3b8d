/** The versions of a template: list, roll back, compare by text and by page. */

import { draftOf, previewOf } from '../draft/draft.js';
import { bytesOf, PdfPages } from '../preview/pdf-pages.js';
import {
  all,
  call,
  type Difference,
  type Finding,
  type Preview,
  type Published,
  type Saved,
  type Version,
} from '../service/api.js';
import { ask, openDialog } from '../ui/dialogs.js';
import { button, bytesText, fill, h, messageOf, select, timeOf } from '../ui/dom.js';

/** The largest number of pages whose pixels are compared. */
const MAX_COMPARED = 20;

export interface VersionActions {
  name: string;
  /** The name of the sample that pages are printed with. */
  sample: string;
  /** Called after another version was published. */
  published(): void;
  /** Puts a version into the editor. */
  edit(saved: Saved): void;
}

/** Lists the versions. */
export async function showVersions(actions: VersionActions): Promise<void> {
  const { name } = actions;
  const versions = await all<Version>(`variables/${name}/versions`);
  const titles = ['Version', 'Saved', 'By', 'Note', 'Size', 'Actions'];
  const head = h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)));
  const rows = h('tbody', {}, ...versions.map((version) => rowOf(version, actions, () => close())));
  const table = h('table', {}, h('thead', {}, head), rows);
  const { close } = openDialog(
    { title: `Versions of ${name}`, isWide: true },
    versions.length === 0
      ? h('p', {}, 'No version has been published yet.')
      : h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Versions' }, table),
  );
}

/** @param close closes the list. */
function rowOf(
  { version, saved_at, by, note = '', bytes, published: isPublished }: Version,
  { name, published, edit }: VersionActions,
  close: () => void,
): HTMLElement {
  const open = async (): Promise<void> => {
    const saved = await call<Saved>(`variables/${name}/versions/${version}`);
    close();
    edit(saved);
  };
  const rollBack = async (): Promise<void> => {
    let warnings: readonly Finding[] = [];
    const isDone = await ask({
      title: `Publish version ${version}?`,
      text: 'Calls print it from now on. The draft stays as it is.',
      confirm: 'Publish',
      run: async () => {
        ({ warnings = [] } = await publishVersion(name, { version }));
      },
    });
    if (!isDone) return;
    close();
    published();
    showFaults(warnings);
  };
  return h(
    'tr',
    {},
    h('td', {}, `v${version} `, isPublished && h('span', { class: 'mark good' }, 'Published')),
    h('td', {}, timeOf(saved_at)),
    h('td', {}, by?.name ?? by?.id ?? ''),
    h('td', {}, note),
    h('td', {}, bytesText(bytes)),
    h(
      'td',
      { class: 'buttons' },
      button('Edit', open, { 'aria-label': `Edit version ${version}` }),
      !isPublished && button('Publish', rollBack, { 'aria-label': `Publish version ${version}` }),
    ),
  );
}

/** Publishes a version or the draft. @param headers preconditions. */
export const publishVersion = (
  name: string,
  body: Pick<Version, 'version' | 'note'>,
  headers: Record<string, string> = {},
): Promise<Published> => call(`variables/${name}/publish`, { method: 'POST', body, headers });

/** Shows what calls that print a published version will answer; nothing without faults. */
export function showFaults(faults: readonly Finding[]): void {
  if (faults.length === 0) return;
  openDialog(
    { title: 'The published version has faults' },
    h('ul', {}, ...faults.map(({ message }) => h('li', {}, ...messageOf(message)))),
  );
}

/** Compares two versions: by default the published one with the draft, without a draft the one before with the published one. */
export async function showComparison({ name, sample }: VersionActions, hasDraft: boolean): Promise<void> {
  const versions = await all<Version>(`variables/${name}/versions`);
  const choices = [
    ...(hasDraft ? [['draft', 'Draft'] as const] : []),
    ...versions.map(
      ({ version, published }) => [String(version), `v${version}${published ? ' (published)' : ''}`] as const,
    ),
  ];
  if (choices.length < 2) {
    openDialog(
      { title: 'Compare' },
      h('p', {}, 'There is only one version. Save a draft, then compare it with the published version.'),
    );
    return;
  }
  const [from, to] = chosenVersions(versions, choices, hasDraft);
  const text = h('pre', { class: 'diff', tabindex: 0, role: 'group', 'aria-label': 'Difference of the texts' });
  const summary = h('p', { role: 'status' });
  const sides = [pagesBox('Pages before'), pagesBox('Pages after')];
  const views = sides.map((side) => new PdfPages(side));

  let round = 0;
  const compare = async (): Promise<void> => {
    const current = ++round;
    const isCurrent = (): boolean => current === round;
    summary.textContent = 'Comparing…';
    try {
      const query = `from=${from.value}&to=${to.value}`;
      const difference = call<Difference>(`variables/${name}/diff?${query}`);
      const printed = await Promise.all([from.value, to.value].map((version) => print(name, version, sample)));
      if (!isCurrent()) return;
      fill(text, ...linesOf(await difference));
      await Promise.all(
        printed.map(({ pdf_base64 }, index) =>
          views[index]?.show(bytesOf(pdf_base64), { edit: current, drawn: MAX_COMPARED, isCurrent }),
        ),
      );
      if (isCurrent()) summary.textContent = `${countDiffering(sides)} With the data “${sample}”.`;
    } catch (error) {
      if (isCurrent()) fill(summary, ...messageOf((error as Error).message));
    }
  };
  for (const choice of [from, to]) choice.addEventListener('change', () => void compare());
  const labels = [h('label', { class: 'inline' }, 'From', from), h('label', { class: 'inline' }, 'To', to)];
  openDialog(
    { title: `Compare versions of ${name}`, isWide: true },
    h('div', { class: 'toolbar' }, ...labels, summary),
    text,
    h('div', { class: 'sides' }, ...sides),
  );
  await compare();
}

/** Returns the controls that choose two versions. */
function chosenVersions(
  versions: readonly Version[],
  choices: (readonly [string, string])[],
  hasDraft: boolean,
): [from: HTMLSelectElement, to: HTMLSelectElement] {
  const from = select(choices, { 'aria-label': 'From' });
  const to = select(choices, { 'aria-label': 'To' });
  const published = String(versions.find((one) => one.published)?.version ?? choices[1]?.[0]);
  const other = choices.find(([value]) => value !== published)?.[0] ?? '';
  [from.value, to.value] = hasDraft ? [published, other] : [other, published];
  return [from, to];
}

const pagesBox = (label: string): HTMLElement =>
  h('div', { class: 'pages', tabindex: 0, role: 'region', 'aria-label': label });

async function print(name: string, version: string, sample: string): Promise<Preview> {
  const draft = draftOf(await call<Saved>(`variables/${name}/versions/${version}`));
  return call<Preview>('preview', { method: 'POST', body: previewOf(draft, sample) });
}

/** Returns the lines of a unified diff as elements. */
function linesOf({ text, is_complete }: Difference): (HTMLElement | string)[] {
  if (text === '') return ['The texts are equal.'];
  const lines = text.split('\n').map((line) => {
    const kind = /^(?:---|\+\+\+|@@)/.test(line)
      ? 'place'
      : line.startsWith('+')
        ? 'added'
        : line.startsWith('-')
          ? 'removed'
          : 'same';
    return h('span', { class: kind }, `${line}\n`);
  });
  return is_complete ? lines : [...lines, 'Very large differences are only named.'];
}

/** Compares the drawn pages of both sides pixel by pixel, and marks pages that differ. */
function countDiffering(sides: readonly HTMLElement[]): string {
  const [before = [], after = []] = sides.map((side) => [...side.querySelectorAll<HTMLElement>('.page')]);
  const drawn = before.flatMap((page, index) => {
    const other = after[index];
    const canvases = [page, other].map((each) => each?.querySelector('canvas') ?? undefined);
    return canvases.every((canvas) => canvas !== undefined) ? [{ frames: [page, other], canvases }] : [];
  });
  const differing = drawn.filter(({ canvases }) => !areEqual(canvases as HTMLCanvasElement[]));
  for (const { frames } of differing) for (const frame of frames) frame?.classList.add('differs');
  const count = (pages: readonly unknown[]): string => `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`;
  const pages =
    before.length === after.length ? `${count(before)} each.` : `${count(before)} before, ${count(after)} after.`;
  return `${pages} ${differing.length} of ${drawn.length} differ.`;
}

function areEqual([one, other]: HTMLCanvasElement[]): boolean {
  if (one === undefined || other === undefined || one.width !== other.width || one.height !== other.height)
    return false;
  const [pixels, others] = [one, other].map(
    (canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data,
  );
  return pixels !== undefined && others !== undefined && pixels.every((value, index) => value === others[index]);
}
