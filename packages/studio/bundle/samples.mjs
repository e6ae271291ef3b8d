/** Makes a file of each folder in `samples/`, and copies the pictures of their first pages, for the gallery of the studio. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const FOLDER = `${import.meta.dirname}/../../../samples`;
const THUMBNAILS = `${import.meta.dirname}/../views/thumbnails`;
/** What a saved template can't have as an option. */
const NO_OPTIONS = ['html', 'css', 'files', 'data', 'data_from', 'return', 'protect', 'template'];
const TEXT = /\.(?:svg|css|html)$/;

/** @typedef {Record<string, any>} Json */

/** @returns the files of the gallery, and what the page needs to know of the samples */
export function gallery() {
  /** @type {{ name: string, contents: Buffer }[]} */
  const files = [];
  /** @type {(name: string, ending: string, contents: Buffer) => string} */
  const add = (name, ending, contents) => {
    const file = `${name}-${hashOf(contents)}.${ending}`;
    files.push({ name: file, contents });
    return file;
  };
  const samples = sampleNames().map((name) => {
    const { title, about, hasPapers, ...sample } = readSample(name);
    const file = add(`sample-${name}`, 'json', Buffer.from(JSON.stringify(sample)));
    const picture = `${THUMBNAILS}/${name}.webp`;
    const thumbnail = existsSync(picture) ? add(`thumbnail-${name}`, 'webp', readFileSync(picture)) : undefined;
    return { name, title, about, file, thumbnail, languages: Object.keys(sample.languages), hasPapers };
  });
  return { files, samples };
}

/** @param {Buffer} content @returns a hash as in the names of esbuild */
const hashOf = (content) => {
  const digest = createHash('sha256').update(content).digest();
  return [...digest.subarray(0, 8)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');
};

/** @returns the names of the samples, which are folders with an HTML file of the same name */
const sampleNames = () =>
  readdirSync(FOLDER)
    .filter((name) => existsSync(`${FOLDER}/${name}/${name}.html`))
    .sort();

/**
 * Reads a sample.
 *
 * @param {string} name
 */
function readSample(name) {
  /** @param {string} file @returns {string | undefined} */
  const read = (file) => {
    const path = `${FOLDER}/${name}/${file}`;
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  /** @param {string} file @returns {Json | undefined} */
  const parsed = (file) => {
    const text = read(file);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const { title = name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' '), about = '' } =
    parsed('about.json') ?? {};
  const data = { short: parsed(`${name}.json`), long: parsed(`${name}.long.json`) };
  const shared = Object.fromEntries(
    [
      ['header_html', read('header.html')],
      ['footer_html', read('footer.html')],
      ['translations', parsed('translations.json')],
    ].filter(([, value]) => value !== undefined),
  );
  /** @type {(language: string, request: Json) => object} */
  const inLanguage = (language, request) => {
    const own = {
      short: parsed(`${name}.${language}.json`) ?? data.short,
      long: parsed(`${name}.${language}.long.json`) ?? data.long,
    };
    const options = Object.entries({ ...shared, ...request }).filter(([key]) => !NO_OPTIONS.includes(key));
    return {
      options: Object.fromEntries(options),
      sample_data: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    };
  };
  const request = parsed('request.json') ?? {};
  const others = readdirSync(`${FOLDER}/${name}`).flatMap(
    (file) => /^request\.([a-z]{2})\.json$/.exec(file)?.[1] ?? [],
  );
  return {
    title,
    about,
    hasPapers: request['page_size'] === undefined || request['page_size'] === 'A4',
    content: read(`${name}.html`) ?? '',
    css: read(`${name}.css`) ?? '',
    files: filesOf(name),
    languages: {
      en: inLanguage('en', request),
      ...Object.fromEntries(others.map((each) => [each, inLanguage(each, parsed(`request.${each}.json`) ?? {})])),
    },
  };
}

/** @param {string} name @returns the files of a sample by their paths: texts, or bytes as base64 */
function filesOf(name) {
  const folder = `${FOLDER}/${name}/files`;
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}`;
      const bytes = readFileSync(path);
      const content = TEXT.test(path) ? bytes.toString('utf8') : { base64: bytes.toString('base64') };
      return [path.slice(folder.length + 1), content];
    }),
  );
}
