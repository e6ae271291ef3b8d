/** Loaded by `node --import` before an app: notes each file that it loads, in all of its threads, in the file `LOADED_FILES`. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env['LOADED_FILES'] ?? '', `${url}\n`);
    return nextLoad(url, context);
  },
});
