/** Forms of Gotenberg’s clients, with `COMPAT=gotenberg`. */
import type { Part } from '../part.js';
import { mountCompat, traceForms } from './routes.js';
import { RunningForms } from './running-forms.js';

export const part: Part = (core) => {
  if (core.compat !== 'gotenberg') return {};
  const running = new RunningForms();
  const isReady = async (): Promise<boolean> => !core.isStopping() && (await core.watch.readiness()).redis.available;
  return {
    mountFirst: (app) => app.use(traceForms),
    mount: (app, endpoints) => mountCompat(app, { ...core, endpoints, running, isReady }),
    begin: (shutdown) => shutdown.add('forms', () => running.close()),
  };
};
