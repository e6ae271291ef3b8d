/** Looks up the saved variables of a request, and resolves those in its files. */
import { FILE_VARIABLE, type FileValue, type JsonObject, jsonText, type RawJson } from '@toolpress/contract';
import { resolveVariables, type VariableKind, type VariableLookup } from '@toolpress/template';

const MAX_PATH_SHOWN = 60;

/**
 * Returns the files with variables replaced by their contents. Only files that consist of a variable's name are replaced, because scripts
 * and images may contain brackets. Files that end with `.css` use variables of the kind `css`, all others the kind `html`.
 *
 * @param maxBytes the largest size of all files as JSON, in bytes of UTF-8.
 * @returns undefined when the files are larger.
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
  // In sequence, so that no variable is read for which there is no room.
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

/** Returns a lookup that reads each variable once, so that all fields of a document have the same version of it. */
export function readOnce(read: VariableLookup): VariableLookup {
  const found = new Map<string, ReturnType<VariableLookup>>();
  return async (wanted, roomBytes) => {
    const fresh = new Map([...wanted].filter(([name]) => !found.has(name)));
    if (fresh.size > 0) {
      const reading = read(fresh, roomBytes);
      for (const name of fresh.keys()) found.set(name, reading);
      const contents = await reading;
      if (fresh.size === wanted.size) return contents;
    }
    const contents = new Map<string, string>();
    let bytes = 0;
    for (const [name, uses] of wanted) {
      const each = await found.get(name);
      if (each === undefined) return undefined;
      const content = each.get(name);
      if (content === undefined) continue;
      bytes += uses * Buffer.byteLength(content);
      contents.set(name, content);
    }
    return bytes > roomBytes ? undefined : contents;
  };
}

/** A string of JSON that begins with `>`, which some programs write as an escape. */
const PARTIAL_KEY = /"(?:>|\\u003[eE])(?:[^"\\]|\\.)*"/g;

/**
 * Returns a function that returns whether data has a string that begins with `>`, as the keys of partials do. All are read once: searching
 * megabytes for each of hundreds of keys would take minutes.
 */
export function keysOfPartials(data: JsonObject | RawJson | undefined): (key: string) => boolean {
  let keys: ReadonlySet<string> | undefined;
  const read = (): ReadonlySet<string> => {
    const text = data === undefined ? '' : jsonText(data);
    return new Set(Array.from(text.matchAll(PARTIAL_KEY), ([found]) => JSON.parse(found) as string));
  };
  return (key) => {
    keys ??= read();
    return keys.has(key);
  };
}
