/** Reads what is saved under a name. */
import { all, call, type Saved, type Summary } from './api.js';

/**
 * Returns the draft of a template, else its published version.
 *
 * @param known what the list of templates has said about it: then both requests are sent at once
 * @throws Error if there is no such template; ApiError
 */
export async function newestOf(name: string, known?: Summary): Promise<{ about: Summary; saved: Saved }> {
  const read = (version: string): Promise<Saved> => call<Saved>(`variables/${name}/versions/${version}`);
  // Fails if the draft was published meanwhile.
  const early = known && read(versionOf(known)).catch(() => undefined);
  const about = await summaryOf(name);
  if (about === undefined) throw new Error(`There is no template “${name}”.`);
  const isCurrent = known !== undefined && versionOf(known) === versionOf(about);
  return { about, saved: (isCurrent ? await early : undefined) ?? (await read(versionOf(about))) };
}

const versionOf = ({ draft_saved_at }: Summary): string => (draft_saved_at === undefined ? 'published' : 'draft');

/** Returns what the service says about a template; undefined for an unknown one. */
export async function summaryOf(name: string): Promise<Summary | undefined> {
  return (await all<Summary>('variables')).find((each) => each.name === name && each.kind === 'html');
}
