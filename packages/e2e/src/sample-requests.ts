/** The requests for the samples. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));

export const source = (name: string, file: string): string => readFileSync(`${SAMPLES}${name}/${file}`, 'utf8');

/** Returns the request for a sample: its files, and the further parameters in its `request.json`, or in that of another language. */
export function requestFor(nameAndLanguage: string): Record<string, unknown> {
  const [name = '', ...language] = nameAndLanguage.split('.');
  const has = (file: string): boolean => existsSync(`${SAMPLES}${name}/${file}`);
  const parts = ['header', 'footer'].filter((part) => has(`${part}.html`));
  return {
    ...(JSON.parse(source(name, ['request', ...language, 'json'].join('.'))) as object),
    html: source(name, `${name}.html`),
    css: source(name, `${name}.css`),
    data: JSON.parse(source(name, `${name}.json`)) as unknown,
    ...(has('translations.json') && { translations: JSON.parse(source(name, 'translations.json')) as unknown }),
    ...Object.fromEntries(parts.map((part) => [`${part}_html`, source(name, `${part}.html`)])),
  };
}
