/** Builds the published form in `dist`: the compiled node with its icons. */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

execFileSync(process.execPath, [path('../../node_modules/typescript/bin/tsc'), '--build', path('.')], {
  stdio: 'inherit',
});
for (const icon of ['toolpress.svg', 'toolpress.dark.svg'])
  copyFileSync(path(`nodes/Toolpress/${icon}`), path(`dist/nodes/Toolpress/${icon}`));
