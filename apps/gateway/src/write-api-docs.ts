/** Writes `docs/api.md` (the file given as argument): for developers, after a change of the API. */
import { writeFile } from 'node:fs/promises';
import { currentApiMarkdown } from './api-docs.js';

await writeFile(process.argv[2] ?? 'docs/api.md', currentApiMarkdown());
