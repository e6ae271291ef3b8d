/** Lists the files that a process and its threads load: `node --import` of this file runs in each. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const list = new URL(import.meta.url).search.slice(1);

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(list, `${url}\n`);
    return nextLoad(url, context);
  },
});
