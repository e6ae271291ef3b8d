/** Creates a template from files that are dropped on the page, or chosen. */
import { type ImportLimits, NotImportable } from '../import/imported.js';
import { openDialog } from '../ui/dialogs.js';
import { button, h, messageOf } from '../ui/dom.js';
import { createTemplate } from './new-template.js';
import { freeName } from './samples.js';

/** Returns the button that chooses files. @param create receives them. */
export function fileButton(create: (files: File[]) => void): HTMLElement {
  const input = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    on: {
      change: () => {
        const files = [...(input.files ?? [])];
        input.value = '';
        if (files.length > 0) create(files);
      },
    },
  });
  return h(
    'span',
    {},
    button('From a file', () => input.click()),
    input,
  );
}

/** Takes files that are dropped on an element. Others would replace the page. */
export function takeDrops(element: HTMLElement, create: (files: File[]) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
  element.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) element.classList.remove('dropping');
  });
  element.addEventListener('drop', (event) => {
    element.classList.remove('dropping');
    if (!hasFiles(event)) return;
    event.preventDefault();
    create([...(event.dataTransfer?.files ?? [])]);
  });
}

/** Reads the files, and creates a template from them. @param taken the names of templates. */
export async function createFromFiles(
  files: readonly File[],
  limits: ImportLimits,
  taken: ReadonlySet<string>,
): Promise<void> {
  try {
    const { importFiles } = await import('../import/import-files.js');
    const { name, saved, notes } = await importFiles(files, limits);
    const count = Object.keys(saved.files ?? {}).length;
    const parts = ['HTML', saved.css && 'CSS', count > 0 && `${count} ${count === 1 ? 'file' : 'files'}`];
    await createTemplate({
      title: 'New template from a file',
      text: `It has ${parts.filter((part) => part).join(', ')}.`,
      name: freeName(name, taken),
      make: () => saved,
      notes,
    });
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    await openDialog({ title: 'No template can be made of this' }, h('p', {}, ...messageOf(error.message))).closed;
  }
}
