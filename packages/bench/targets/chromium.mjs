/** How the contestants start Chromium. */

/** Chromium refuses to run its sandbox as root. */
export const sandboxArguments = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/**
 * @param {string} browser its path
 * @returns options that all contestants share: the same program, without a window, ended with its parent
 */
export const launchOptions = (browser) => ({
  executablePath: browser,
  headless: /** @type {const} */ ('shell'),
  pipe: true,
  protocolTimeout: 0,
});

/** The worker's own flags (`apps/worker/src/browser/chromium.ts`), written down again: a floor that does not move with it. */
export const workerArguments = () => [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--dns-prefetch-disable',
  '--js-flags=--jitless',
  '--disable-gpu',
  '--in-process-gpu',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  ...sandboxArguments(),
];
