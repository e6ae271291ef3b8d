/** The samples as beginnings of templates. The build makes a file of each, which is loaded when the sample is opened. */
import type { Saved } from '../service/api.js';
import type { SampleFact } from '../service/facts.js';

/** The file of a sample. */
interface SampleFile extends Pick<Saved, 'content' | 'css' | 'files'> {
  /** Options and data by language. */
  languages: Record<string, Pick<Saved, 'options' | 'sample_data'>>;
}

export interface Choice {
  language: string;
  paper: string;
}

/** Returns the template of a sample. @throws Error if its file can't be loaded. */
export async function sampleTemplate({ file }: SampleFact, { language, paper }: Choice): Promise<Saved> {
  const response = await fetch(file);
  if (!response.ok) throw new Error('The sample can’t be loaded. Reload the page, and try again.');
  const { languages, ...texts } = (await response.json()) as SampleFile;
  const { options = {}, sample_data = {} } = languages[language] ?? {};
  return { ...texts, sample_data, options: { ...options, ...(paper !== '' && { page_size: paper }) } };
}

/** Returns a name that is not taken: the wanted one, or with a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}
