/** Compares two versions of a template: their texts, and their pages side by side. */
import { draftOf, previewOf } from '../draft/draft.js';
import { bytesOf, PdfPages } from '../preview/pdf-pages.js';
import { faultsOf } from '../problems/problems.js';
import { all, call, type Difference, type Preview, savedVersion, type Version } from '../service/api.js';
import { previewInTurn } from '../service/previews.js';
import { openDialog } from '../ui/dialogs.js';
import { fill, h, messageOf, select } from '../ui/dom.js';
import { differingPages, MAX_COMPARED, pagesText } from './page-pictures.js';

/** Compares two versions: by default the published one with the draft, without a draft the one before with the published one. */
export async function showComparison(
  { name, sample }: { name: string; sample: string },
  hasDraft: boolean,
): Promise<void> {
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
  await new Comparison(name, sample, chosenVersions(versions, choices, hasDraft)).open();
}

class Comparison {
  private readonly text = h('pre', { class: 'diff', tabindex: 0, 'aria-label': 'Difference of the texts' });
  private readonly summary = h('p', { role: 'status' });
  private readonly sides = [pagesBox('Pages before'), pagesBox('Pages after')];
  private readonly views = this.sides.map((side) => new PdfPages(side));
  /** Ends the prints of the versions that were chosen before. */
  private running = new AbortController();
  private round = 0;

  constructor(
    private readonly name: string,
    private readonly sample: string,
    private readonly chosen: readonly [from: HTMLSelectElement, to: HTMLSelectElement],
  ) {}

  async open(): Promise<void> {
    const [from, to] = this.chosen;
    for (const choice of this.chosen) choice.addEventListener('change', () => void this.compare());
    const labels = [h('label', { class: 'inline' }, 'From', from), h('label', { class: 'inline' }, 'To', to)];
    const { closed } = openDialog(
      { title: `Compare versions of ${this.name}`, isWide: true },
      h('div', { class: 'toolbar' }, ...labels, this.summary),
      this.text,
      h('div', { class: 'sides' }, ...this.sides),
    );
    void closed.then(() => this.running.abort());
    await this.compare();
  }

  private async compare(): Promise<void> {
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    this.summary.textContent = 'Comparing…';
    await Promise.all([this.compareTexts(signal), this.comparePages(signal)]);
  }

  /** A version that can't be printed has a text, too. */
  private async compareTexts(signal: AbortSignal): Promise<void> {
    const [from, to] = this.chosen.map(({ value }) => value);
    try {
      const difference = await call<Difference>(`variables/${this.name}/diff?from=${from}&to=${to}`);
      if (!signal.aborted) fill(this.text, ...linesOf(difference));
    } catch (error) {
      if (!signal.aborted) fill(this.text, ...messageOf((error as Error).message));
    }
  }

  /** Prints one version after the other: a third print at a time would cancel that of the editor. */
  private async comparePages(signal: AbortSignal): Promise<void> {
    const edit = ++this.round;
    const shown: boolean[] = [];
    for (const index of this.chosen.keys()) shown.push(await this.showSide(index, edit, signal));
    if (signal.aborted) return;
    const pages = shown.every(Boolean) ? countDiffering(this.sides) : 'The pages can’t be compared.';
    this.summary.textContent = `${pages} With the data “${this.sample}”.`;
  }

  /** Shows the pages of a version, or why it has none. @returns whether it has pages. */
  private async showSide(index: number, edit: number, signal: AbortSignal): Promise<boolean> {
    const [version = '', side, view] = [this.chosen[index]?.value, this.sides[index], this.views[index]];
    const isCurrent = (): boolean => !signal.aborted;
    try {
      const { pdf_base64 } = await this.print(version, signal);
      await view?.show(bytesOf(pdf_base64), { edit, drawn: MAX_COMPARED, isCurrent });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      view?.clear();
      const why = faultsOf(error).map(({ message }) => h('li', {}, ...messageOf(message)));
      const title = h('p', {}, `${nameOf(version)} can’t be printed:`);
      if (side) fill(side, h('div', { class: 'unprinted' }, title, h('ul', {}, ...why)));
      return false;
    }
  }

  private async print(version: string, signal: AbortSignal): Promise<Preview> {
    return previewInTurn(previewOf(draftOf(await savedVersion(this.name, version)), this.sample), signal);
  }
}

const nameOf = (version: string): string => (version === 'draft' ? 'The draft' : `v${version}`);

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
  const [old = [], next = []] = [before, after].map((pages) =>
    pages.map((page) => page.querySelector('canvas') ?? undefined),
  );
  const differing = differingPages(old, next);
  const compared = old.filter((page, index) => page !== undefined && next[index] !== undefined).length;
  for (const index of differing) for (const pages of [before, after]) pages[index]?.classList.add('differs');
  return `${pagesText(before.length, after.length)} ${differing.length} of ${compared} differ.`;
}
