/** Writes requests as JSON. */

/** The JSON of files by their object, which is never changed. */
const written = new WeakMap<object, Blob>();

/** Returns a body as JSON. Its `files` may have megabytes, so they are written once, and not again for each edit of a text. */
export function jsonOf(body: unknown): string | Blob {
  const { files, ...rest } = (body ?? {}) as { files?: unknown };
  if (typeof files !== 'object' || files === null) return JSON.stringify(body);
  const text = written.get(files) ?? new Blob([JSON.stringify(files)]);
  written.set(files, text);
  const others = JSON.stringify(rest).slice(0, -1);
  return new Blob([others, others === '{' ? '' : ',', '"files":', text, '}']);
}
