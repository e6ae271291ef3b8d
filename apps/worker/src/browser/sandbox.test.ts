import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type Logger } from '@toolpress/runtime';
import { quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { chromiumPath, chromiumProcesses } from '../testing/chromium.js';
import { decideSandbox } from './sandbox.js';

describe('Whether Chromium runs with its sandbox', () => {
  let folder: string;
  let warnings: string[];
  let logger: Logger;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-sandbox-'));
    warnings = [];
    logger = Object.assign(createLogger('worker', 'silent'), {
      warn: (...words: unknown[]) => void warnings.push(String(words.at(-1))),
    });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    expect(chromiumProcesses(/./)).to.deep.equal([]);
  });

  /** A browser under a shell script, as distributions ship it. */
  function browser(script: string): string {
    const path = join(folder, 'browser');
    writeFileSync(path, `#!/bin/sh\necho x >>'${folder}/launches'\n${script}\n`);
    chmodSync(path, 0o700);
    return path;
  }
  /** It behaves as in a container that allows no user namespaces. */
  const withoutNamespaces = (): string =>
    browser(`case " $* " in *' --no-sandbox '*) exec '${chromiumPath()}' "$@";; *) exit 133;; esac`);
  /** The tests may run as root, so the real sandbox is unavailable: this one starts every program. */
  const withNamespaces = (): string => browser(`exec '${chromiumPath()}' --no-sandbox "$@"`);
  const wasLaunched = (): boolean => readdirSync(folder).includes('launches');

  it('is yes where it starts with one, without a warning', async () => {
    expect(await decideSandbox({ setting: 'auto', executablePath: withNamespaces(), logger, isRoot: false })).to.equal(
      true,
    );
    expect(await decideSandbox({ setting: 'on', executablePath: withNamespaces(), logger, isRoot: false })).to.equal(
      true,
    );
    expect(warnings).to.deep.equal([]);
  });

  it('is no, with a warning, where it starts only without one', async () => {
    const executablePath = withoutNamespaces();
    expect(await decideSandbox({ setting: 'auto', executablePath, logger, isRoot: false })).to.equal(false);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.equal(
      'Chromium runs without its sandbox because this system does not allow it. Allow user namespaces; in a container, use a seccomp profile that allows them.',
    );
  });

  it('stops the worker from starting where it is required but unavailable', async () => {
    const executablePath = withoutNamespaces();
    for (const isRoot of [true, false]) {
      const error = await decideSandbox({ setting: 'on', executablePath, logger, isRoot }).catch(String);
      expect(error).to.match(/CHROME_SANDBOX is on, but (?:the worker runs as root|this system does not allow it)/);
    }
  });

  it('is off as root, or when it is switched off, without a try', async () => {
    const executablePath = withNamespaces();
    expect(await decideSandbox({ setting: 'auto', executablePath, logger, isRoot: true })).to.equal(false);
    expect(await decideSandbox({ setting: 'off', executablePath, logger, isRoot: false })).to.equal(false);
    expect(wasLaunched()).to.equal(false);
    expect(warnings).to.deep.equal([
      'Chromium runs without its sandbox because the worker runs as root. Run it as another user.',
      'CHROME_SANDBOX is off: Chromium runs without its sandbox',
    ]);
  });

  it('is not given up for a browser that does not start at all', async () => {
    const executablePath = browser('exit 1');
    expect(await decideSandbox({ setting: 'auto', executablePath, logger: quietLogger(), isRoot: false })).to.equal(
      true,
    );
  });
});
