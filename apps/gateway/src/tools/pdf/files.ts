/** The files of a request, with saved variables in the place of their names. */
import { FILE_VARIABLE, type FileValue } from '@toolpress/contract';
import { resolveVariables, type VariableKind, type VariableLookup } from '@toolpress/document';

const MAX_PATH_SHOWN = 60;

/**
 * A file is either the name of a variable or is left as it is, whatever it holds: a script or a picture may hold brackets. A sheet is a
 * variable of the kind `css`, any other text one of the kind `html`.
 *
 * @param maxBytes of all files as JSON, bytes of UTF-8.
 * @returns undefined when they would be larger.
 * @throws ServiceError as `resolveVariables` does, naming the file.
 */
export async function resolvedFiles(
  files: Readonly<Record<string, FileValue>>,
  lookupOf: (kind: VariableKind) => VariableLookup,
  maxBytes: number,
): Promise<Record<string, FileValue> | undefined> {
  const entries = Object.entries(files);
  const isVariable = (value: FileValue): value is string => typeof value === 'string' && FILE_VARIABLE.test(value);
  if (!entries.some(([, value]) => isVariable(value))) return files;
  const resolved: [string, FileValue][] = [];
  let room = maxBytes;
  // One after the other: each leaves less room to the next, and what has none is not read.
  for (const [path, value] of entries) {
    const kind = path.toLowerCase().endsWith('.css') ? 'css' : 'html';
    const field = `files: ${path.slice(0, MAX_PATH_SHOWN)}`;
    const whole = isVariable(value)
      ? await resolveVariables(value, kind, lookupOf(kind), room, { field, isFilled: false })
      : value;
    if (whole === undefined) return undefined;
    room -= Buffer.byteLength(path) + Buffer.byteLength(typeof whole === 'string' ? whole : whole.base64);
    if (room < 0) return undefined;
    resolved.push([path, whole]);
  }
  return Object.fromEntries(resolved);
}
