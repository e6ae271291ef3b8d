/** Compresses the bundle once, so that no answer is compressed when it is sent. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings by the ends of the files' names, as the gateway expects them. */
const ENCODINGS = {
  br: (/** @type {Uint8Array} */ content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (/** @type {Uint8Array} */ content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes files with their compressed forms, and removes all others from the folder. Names have hashes, so that a file that is there is
 * not compressed again.
 *
 * @param {string} folder @param {readonly { name: string, contents: Uint8Array }[]} files
 */
export async function writeCompressed(folder, files) {
  const there = new Set(await readdir(folder).catch(() => []));
  const written = files.flatMap(({ name, contents }) => [
    { name, content: () => contents },
    ...Object.entries(ENCODINGS).map(([end, encode]) => ({ name: `${name}.${end}`, content: () => encode(contents) })),
  ]);
  const names = new Set(written.map(({ name }) => name));
  await Promise.all(
    written
      .filter(({ name }) => !there.has(name))
      .map(async ({ name, content }) => writeFile(`${folder}/${name}`, await content())),
  );
  await Promise.all([...there].filter((name) => !names.has(name)).map((name) => rm(`${folder}/${name}`)));
}
