/** Loads another version of BullMQ than the installed one: `node --import` with `BULLMQ_FOLDER`, a folder that has it in its `node_modules`. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const parentURL = pathToFileURL(`${process.env['BULLMQ_FOLDER']}/any.js`).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'bullmq' ? next(specifier, { ...context, parentURL }) : next(specifier, context),
});
