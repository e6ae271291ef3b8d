/** The receivers of webhooks that docs/webhooks.md shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, it } from 'mocha';
import { run } from './clients/surroundings.js';
import { allBlocks, ROOT } from './examples/blocks.js';
import type { startWebhooks } from './webhooks.js';

const HOST = '127.0.0.1';

/** Defines a test for each language. @param languages of the page's blocks, and the name of each */
export function testReceivers(
  languages: readonly (readonly [language: 'js' | 'py' | 'go', library: string])[],
  { put, post, tested }: Pick<ReturnType<typeof startWebhooks>, 'put' | 'post' | 'tested'>,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-webhooks-'));
  after(() => rmSync(folder, { recursive: true }));
  const receivers: ChildProcess[] = [];
  afterEach(() => {
    for (const one of receivers.splice(0)) one.kill('SIGKILL');
  });

  /** Runs the page's example in a language unchanged. */
  async function startReceiver(language: string, secret: string, port: number): Promise<void> {
    const [block] = allBlocks().filter((one) => one.page === 'docs/webhooks.md' && one.language === language);
    const own = mkdtempSync(join(folder, `${language}-`));
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    const start = (command: string, ...args: string[]) =>
      receivers.push(spawn(command, args, { cwd: own, env, stdio: 'ignore' }));
    const save = (file: string): void => writeFileSync(join(own, file), block?.text ?? '');
    if (language === 'js') {
      mkdirSync(join(own, 'node_modules'));
      for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256'])
        symlinkSync(join(ROOT, 'node_modules', name), join(own, 'node_modules', name));
      save('receiver.mjs');
      start(process.execPath, 'receiver.mjs');
    } else if (language === 'py') {
      save('receiver.py');
      await run('python3', ['-m', 'venv', 'python'], { cwd: own });
      await run(join(own, 'python/bin/pip'), ['install', '--quiet', 'standardwebhooks==1.1.0'], { cwd: own });
      start(join(own, 'python/bin/python'), 'receiver.py');
    } else {
      save('main.go');
      await run('go', ['mod', 'init', 'receiver'], { cwd: own });
      await run('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'], { cwd: own });
      await run('go', ['build', '-o', 'receiver', '.'], { cwd: own });
      start(join(own, 'receiver'));
    }
  }

  for (const [language, library] of languages)
    it(`are verified by the library of ${library}, as the page shows, and what is signed by another secret is refused`, async function () {
      const port = await freePort();
      const url = `http://${HOST}:${port}/hook`;
      const { secret } = (await put(`in-${language}`, { url })).body.data;
      try {
        await startReceiver(language, secret, port);
      } catch (error) {
        if (process.env['CI'] === 'true') throw error;
        this.skip(); // without the language, or its registry
      }
      await eventually(() => fetch(url, { method: 'POST', body: '{}' }));
      expect(await tested(`in-${language}`)).to.include({ delivery: 'delivered', status: 204 });
      // It has the first secret only: both sign, then the second and the third.
      await post(`in-${language}/rotate`);
      expect(await tested(`in-${language}`)).to.include({ delivery: 'delivered', status: 204 });
      await post(`in-${language}/rotate`);
      expect(await tested(`in-${language}`)).to.include({ delivery: 'pending', status: 401 });
    });
}
