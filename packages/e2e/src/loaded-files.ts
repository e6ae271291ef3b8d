/** Lists the files that a process and its threads load: `node --import` of this file runs in each. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const list = process.env['LOADED_FILES'];
if (list === undefined) throw new Error('LOADED_FILES names the list');

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(list, `${url}\n`);
    return nextLoad(url, context);
  },
});
