/** Starts the gateway and stops it in order. */
import { setFlagsFromString } from 'node:v8';
import { announceStart, openApp, start } from '@toolpress/runtime';
import { serve } from './api/server.js';
import { createApp } from './app.js';
import { compose } from './compose.js';
import { readConfig } from './config.js';
import { openDependencies } from './dependencies.js';
import { loadIdleParts, loadParts } from './parts.js';
import { version } from './shared/version.js';

// Between two large documents V8 considers the process idle and collects garbage at length while callers wait.
setFlagsFromString('--no-memory-reducer');

start(async () => {
  const config = readConfig();
  // Running requests may use their whole deadline; closing their resources takes a few seconds more.
  const drainLimitMs = config.RENDER_DEADLINE_MS + 2_000;
  const endLimitMs = config.SHUTDOWN_GRACE_MS + drainLimitMs + 8_000;
  const own = await openApp('gateway', version, config, endLimitMs);

  const { dependencies, missing } = await openDependencies(config, own);
  const service = compose(dependencies, await loadParts(config.PARTS), () => loadIdleParts(config.PARTS));
  const app = createApp(dependencies, service);
  service.begin(own.shutdown);
  const server = await serve(app, {
    port: config.PORT,
    host: config.HOST,
    graceMs: config.SHUTDOWN_GRACE_MS,
    drainLimitMs,
  });
  own.shutdown.add('http server', () => server.close());
  const facts = { port: server.port, host: config.HOST, storage: config.STORAGE, version };
  announceStart(own.logger, facts, missing);
});
