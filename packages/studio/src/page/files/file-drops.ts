/** Files that are dropped on the page, or pasted as an image. */

/** Where files came to the page. */
export interface Arrival {
  files: readonly File[];
  /** The elements under the pointer or with the focus, the innermost first. */
  path: readonly EventTarget[];
  /** The place of the pointer; absent for pasted files. */
  pointer?: { x: number; y: number };
}

/** Takes the files that arrive at an element. The browser would open them instead of the page. */
export function takeFiles(target: HTMLElement, take: (arrival: Arrival) => void): void {
  let row: HTMLElement | undefined;
  const mark = (next: HTMLElement | undefined): void => {
    if (row !== next) row?.classList.remove('drop-here');
    next?.classList.add('drop-here');
    row = next;
  };
  const end = (): void => {
    target.classList.remove('dropping');
    mark(undefined);
  };
  target.addEventListener(
    'dragover',
    (event) => {
      if (event.dataTransfer === null || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      target.classList.add('dropping');
      mark(rowIn(event.composedPath()));
    },
    { capture: true },
  );
  target.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) end(); // the pointer has left the window
  });
  target.addEventListener(
    'drop',
    (event) => {
      end();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation(); // the editor would insert the text of a file
      take({ files, path: event.composedPath(), pointer: { x: event.clientX, y: event.clientY } });
    },
    { capture: true },
  );
  target.addEventListener(
    'paste',
    (event) => {
      const { files = [], types = [] } = event.clipboardData ?? {};
      const images = [...files].filter(({ type }) => type.startsWith('image/'));
      if (images.length === 0 || types.includes('text/plain')) return; // cells of a sheet have a picture, too
      event.preventDefault();
      event.stopPropagation();
      take({ files: images, path: event.composedPath() });
    },
    { capture: true },
  );
}

/** Returns the row of the list of files that a path is in. */
export const rowIn = (path: readonly EventTarget[]): HTMLElement | undefined =>
  path.find((each): each is HTMLElement => each instanceof HTMLElement && each.dataset['file'] !== undefined);
