/** Resolves the saved variables of a request: in this thread if all texts are short, in another one if they are not. */
import {
  type DocumentFile,
  FILE_VARIABLE,
  type FileValue,
  isStoredFile,
  type JsonObject,
  jsonText,
  RawJson,
  ServiceError,
  storedFileId,
} from '@toolpress/contract';
import { UnknownVariables, type VariableKind, type VariableLookup } from '@toolpress/template';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';
import { INSERT_IN_LONG, type InsertStep, type InsertTask, insertVariables } from './insert-variables.js';

/** The length in characters of a text with its variables, or of data, that is read in this thread. It takes a few milliseconds. */
const SHORT = 64 * 1024;

/** Inserts variables into the texts of one document. */
export class Resolver {
  private readonly lookups = new Map<VariableKind, VariableLookup>();

  /**
   * @param read returns the lookup of a kind.
   * @param data the data of the document.
   */
  constructor(
    private readonly read: (kind: VariableKind) => VariableLookup,
    private readonly data: JsonObject | RawJson | undefined,
    private readonly largeBodies: Pick<LargeBodies, 'call'>,
    private readonly owner: BodyOwner,
  ) {}

  /**
   * Works like `resolveVariables`.
   *
   * @returns the text; undefined if it would be longer. @throws ServiceError as `resolveVariables` does; what the lookup throws.
   */
  async resolved(
    text: string,
    kind: VariableKind,
    maxBytes: number,
    { field = kind, isFilled = true }: { field?: string; isFilled?: boolean } = {},
  ): Promise<string | RawJson | undefined> {
    const contents = new Map<string, string | undefined>();
    const task: InsertTask = { text, kind, field, isFilled, maxBytes, contents };
    for (;;) {
      const step = await this.step(task);
      if ('text' in step) return step.text;
      if ('unknown' in step) throw new UnknownVariables(...step.unknown);
      if ('needsData' in step) task.data = asText(this.data);
      else {
        const found = await this.lookupOf(kind)(step.wanted, step.roomBytes);
        if (found === undefined) return undefined;
        for (const name of step.wanted.keys()) contents.set(name, found.get(name));
      }
    }
  }

  private async step(task: InsertTask): Promise<InsertStep> {
    const { text, contents, data = '' } = task;
    const length = [...contents.values()].reduce((sum, one) => sum + (one?.length ?? 0), text.length + data.length);
    if (length <= SHORT) return insertVariables(task);
    return this.largeBodies.call(INSERT_IN_LONG, [task], length, this.owner);
  }

  /** Returns the lookup of a kind. It reads each variable once, so that all fields of a document have the same version of it. */
  private lookupOf(kind: VariableKind): VariableLookup {
    const lookup = this.lookups.get(kind) ?? readOnce(this.read(kind));
    this.lookups.set(kind, lookup);
    return lookup;
  }
}

const asText = (data: JsonObject | RawJson | undefined): string | Uint8Array =>
  data === undefined ? '' : data instanceof RawJson ? data.content : jsonText(data);

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
  resolver: Resolver,
  maxBytes: number,
): Promise<Record<string, FileValue | RawJson> | undefined> {
  const entries = Object.entries(files);
  const isVariable = (value: FileValue): value is string => typeof value === 'string' && FILE_VARIABLE.test(value);
  if (!entries.some(([, value]) => isVariable(value))) return files;
  const resolved: [string, FileValue | RawJson][] = [];
  let room = maxBytes;
  // In sequence, so that no variable is read for which there is no room.
  for (const [path, value] of entries) {
    const kind = path.toLowerCase().endsWith('.css') ? 'css' : 'html';
    const field = `files: ${path.slice(0, MAX_PATH_SHOWN)}`;
    const whole = isVariable(value) ? await resolver.resolved(value, kind, room, { field, isFilled: false }) : value;
    if (whole === undefined) return undefined;
    room -= Buffer.byteLength(path) + bytesOf(whole);
    if (room < 0) return undefined;
    resolved.push([path, whole]);
  }
  return Object.fromEntries(resolved);
}

/** Reads a stored file. @throws ServiceError. */
export type ReadStored = (id: string) => Promise<Buffer>;

/**
 * Returns the files with stored files as bytes. They are read one after the other.
 *
 * @param maxBytes the largest size of all files as JSON, in bytes of UTF-8.
 * @returns undefined when the files are larger. @throws ServiceError what reading throws, naming the file.
 */
export async function withStoredFiles(
  files: Readonly<Record<string, DocumentFile>>,
  read: ReadStored,
  maxBytes: number,
): Promise<Record<string, FileValue> | undefined> {
  const entries: [string, FileValue][] = [];
  let room = maxBytes;
  for (const [path, value] of Object.entries(files)) {
    const file = isStoredFile(value) ? { base64: (await readNamed(read, path, value.file)).toString('base64') } : value;
    room -= Buffer.byteLength(path) + bytesOf(file);
    if (room < 0 && isStoredFile(value)) return undefined;
    entries.push([path, file]);
  }
  return Object.fromEntries(entries);
}

async function readNamed(read: ReadStored, path: string, file: string): Promise<Buffer> {
  try {
    return await read(storedFileId(file));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    throw error.withMessage(`\`files: ${path.slice(0, MAX_PATH_SHOWN)}\`: ${error.message}`);
  }
}

const bytesOf = (file: FileValue | RawJson): number =>
  file instanceof RawJson ? file.sizeBytes : Buffer.byteLength(typeof file === 'string' ? file : file.base64);

/** Returns a lookup that reads each variable once, so that all fields of a document have the same version of it. */
function readOnce(read: VariableLookup): VariableLookup {
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
