/** The versions of a template: list, and publish an earlier one again. */

import { draftOf } from '../draft/draft.js';
import { askToPublish } from '../publish/publish-dialog.js';
import { all, call, type Published, type Saved, savedVersion, type Version } from '../service/api.js';
import { openDialog } from '../ui/dialogs.js';
import { button, bytesText, h, timeOf } from '../ui/dom.js';

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
  const current = versions.find(({ published }) => published)?.version;
  const published = typeof current === 'number' ? current : undefined;
  const rows = h('tbody', {}, ...versions.map((version) => rowOf(version, published, actions, () => close())));
  const table = h('table', {}, h('thead', {}, head), rows);
  const { close } = openDialog(
    { title: `Versions of ${name}`, isWide: true },
    versions.length === 0
      ? h('p', {}, 'No version has been published yet.')
      : h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Versions' }, table),
  );
}

/** @param current the number of the published version. @param close closes the list. */
function rowOf(
  { version, saved_at, by, note = '', bytes, published: isPublished }: Version,
  current: number | undefined,
  { name, sample, published, edit }: VersionActions,
  close: () => void,
): HTMLElement {
  const open = async (): Promise<void> => {
    const saved = await savedVersion(name, version);
    close();
    edit(saved);
  };
  const rollBack = async (): Promise<void> => {
    const isDone = await askToPublish({
      ...{ name, title: `Publish version ${version}?`, hasNote: false, sample, published: current },
      text: 'Calls print it from now on. The draft stays as it is.',
      draft: draftOf(await savedVersion(name, version)),
      publish: async () => void (await publishVersion(name, { version })),
    });
    if (!isDone) return;
    close();
    published();
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
