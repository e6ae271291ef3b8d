/** The text of a template as the service has it: the draft, else the published version. */
import { ApiError, all, call, type Finding, type Saved, type Summary, type Version } from '../service/api.js';

export interface Stored extends Saved, Pick<Version, 'version' | 'saved_at' | 'by'> {
  etag: string;
}

/** A template with the text that was changed last. */
export interface Found {
  about: About;
  stored: Stored;
}

/** Which version is published, and when the draft was saved. Absent without one. */
export type About = Pick<Summary, 'version' | 'draft_saved_at'>;

/** @returns undefined if there is no such template. @throws ApiError. */
export const summaryOf = async (name: string): Promise<Summary | undefined> =>
  (await all<Summary>('variables')).find((each) => each.name === name && each.kind === 'html');

/**
 * Reads a template.
 *
 * @param known what the list of templates has said about it: then both requests are sent at once
 * @returns undefined if there is no such template
 * @throws ApiError
 */
export async function readStored(name: string, known?: Summary): Promise<Found | undefined> {
  const read = (version: string): Promise<Stored> =>
    call<Stored>(`variables/${name}/versions/${version}`, { keepsNumbers: true });
  // Fails if the draft was published meanwhile.
  const early = known && read(versionOf(known)).catch(() => undefined);
  const about = await summaryOf(name);
  if (about === undefined) return undefined;
  const isCurrent = known !== undefined && versionOf(known) === versionOf(about);
  return { about, stored: (isCurrent ? await early : undefined) ?? (await read(versionOf(about))) };
}

const versionOf = ({ draft_saved_at }: Summary): string => (draft_saved_at === undefined ? 'published' : 'draft');

/** What a save requires: a text to be based on, or a name that is free. */
export const headersOf = (base: string | undefined): Record<string, string> =>
  base === undefined ? { 'if-none-match': '*' } : { 'if-match': base };

/** The end of a warning of dropped parts: what programs can do about it. */
const FOR_PROGRAMS = / A PUT replaces all parts; .*$/s;

/** Saves a draft. @param base the tag of the text that it replaces; undefined creates the template. @throws ApiError with status 412. */
export async function saveDraft(name: string, saved: Saved, base: string | undefined) {
  const answer = await call<{ etag: string; draft_saved_at?: string; warnings?: Finding[] }>(`variables/${name}`, {
    method: 'PUT',
    body: { kind: 'html', ...saved, draft: true },
    headers: headersOf(base),
  });
  const warnings = answer.warnings?.map((one) => ({ ...one, message: one.message.replace(FOR_PROGRAMS, '') }));
  return { ...answer, ...(warnings && { warnings }) };
}

/** Returns why a failed save may succeed later, and after which time if the service says so; undefined if it may not. */
export function waitAfter(error: unknown): { why: string; milliseconds: number | undefined } | undefined {
  if (error instanceof TypeError) return { why: 'the service cannot be reached.', milliseconds: undefined }; // no answer came
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return undefined;
  return { why: error.message, milliseconds: error.retryAfter };
}
