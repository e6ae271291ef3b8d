/** The packages for Python and Go, with a real service. Without Python or Go, or their registries, these tests are skipped. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpTarget, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { allBlocks, ROOT } from '../examples/blocks.js';
import { run, type Surroundings, startSurroundings } from './surroundings.js';

const PROGRAMS = join(ROOT, 'packages/e2e/clients');
const MODULE = 'github.com/toolpress/toolpress/packages/client-go';

const RESULTS = {
  http: [201, { a: [1, null] }],
  html: [1, 'JVBERi'],
  pdf: ['%PDF', 3, 0, true],
  record: 'recSample',
  names: ['a.b', 'c'],
  upload: 1,
  // A POST that failed at its target is not sent again.
  errors: ['invalid_parameter', 'target_unreachable'],
  // Ids that would lead to another path.
  warned: [true],
  refused: 5,
  retried: 1,
};

describe('The package for', () => {
  let surroundings: Surroundings;
  let flaky: HttpTarget;
  let env: Record<string, string> = {};
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-packages-'));
  before(async () => {
    surroundings = await startSurroundings();
    flaky = await startHttpTarget(({ path }, response) => {
      if (path.startsWith('/silent')) return;
      const isPdf = path.endsWith('html-to-pdf');
      if (isPdf && flaky.requests.filter((one) => one.path === path).length % 2 === 0)
        response.end('{"success": true, "data": {"page_count": 1}}');
      else
        response
          .writeHead(isPdf ? 503 : 502, {
            'retry-after': '0',
            'x-error-code': isPdf ? 'queue_full' : 'target_unreachable',
          })
          .end('{"success": false, "error": "Not now."}');
    });
    env = { ...surroundings.env, FLAKY_URL: flaky.url };
  });
  after(async () => {
    await surroundings?.stop();
    await flaky?.close();
    rmSync(folder, { recursive: true });
  });

  const exampleOf = (page: string): string => allBlocks().find((block) => block.page === page)?.text ?? '';
  const isPdf = (path: string): boolean => readFileSync(path, 'latin1').startsWith('%PDF-');
  /** Expects two requests for the PDF under one key, and one for the target. */
  const expectRetries = (): void => {
    const keys = flaky.requests
      .filter(({ path }) => !path.startsWith('/silent'))
      .slice(-3)
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).to.have.lengthOf(3);
    expect(new Set(keys).size).to.equal(2);
  };

  describe('Python', () => {
    const python = join(folder, 'venv/bin/python');
    before(async function () {
      this.timeout(300_000);
      try {
        await run('python3', ['-m', 'venv', join(folder, 'venv')]);
        await run(python, ['-m', 'pip', 'install', '--quiet', join(ROOT, 'packages/client-python'), 'mypy==1.18.2']);
      } catch (error) {
        if (process.env['CI'] === 'true') throw error;
        this.skip();
      }
    });

    it('calls every tool, sends again, pages and checks webhooks', async () => {
      const { webhook, parallel, ...results } = JSON.parse(
        await run(python, [join(PROGRAMS, 'python_package.py')], { env }),
      );
      expect(results).to.deep.equal(RESULTS);
      expect(parallel).to.deep.equal([1, 1, 1, 2]);
      expect(webhook).to.deep.equal(['test', 'invalid', 'invalid']);
      expectRetries();
    });

    it('has types without a fault, and an example that prints', async () => {
      writeFileSync(join(folder, 'example.py'), exampleOf('packages/client-python/README.md'));
      const check = ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy'), 'example.py'];
      expect(await run(python, check, { cwd: folder })).to.include('no issues');
      const config = ['--config-file', join(ROOT, 'packages/client-python/pyproject.toml')];
      expect(await run(python, ['-m', 'mypy', ...config, '-p', 'toolpress'], { cwd: folder })).to.include('no issues');
      expect(await run(python, ['example.py'], { cwd: folder, env })).to.include('3 PDFs');
      expect(isPdf(join(folder, 'invoice.pdf'))).to.equal(true);
      const failed = run(python, ['example.py'], { cwd: folder, env: { ...env, API_TOKEN: 'wrong' } });
      expect(await failed.catch((error: Error) => error.message)).to.match(/token_invalid: .*API token/);
    });
  });

  describe('Go', () => {
    const source = join(ROOT, 'packages/client-go');
    const program = (name: string, text: string): string => {
      const at = join(folder, name);
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, 'main.go'), text);
      writeFileSync(
        join(at, 'go.mod'),
        `module example.com/${name}\n\ngo 1.23\n\nrequire ${MODULE} v0.0.0\n\nreplace ${MODULE} => ${source}\n`,
      );
      return at;
    };
    before(async function () {
      try {
        await run('go', ['version']);
      } catch (error) {
        if (process.env['CI'] === 'true') throw error;
        this.skip();
      }
    });

    it('calls every tool, sends again, pages and checks webhooks', async () => {
      const cwd = program('all', readFileSync(join(PROGRAMS, 'go_module.go'), 'utf8'));
      const { webhook, silent, csv, ...results } = JSON.parse(await run('go', ['run', '.'], { cwd, env }));
      expect(csv).to.equal(2);
      expect(results).to.deep.equal(RESULTS);
      expect(silent).to.deep.equal(['connection_failed', true]);
      expect(webhook).to.deep.equal(['test', true, true]);
      expectRetries();
    });

    it('keeps the digits of numbers in answers', async () => {
      const cwd = program(
        'digits',
        `package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	toolpress "${MODULE}"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, \`{"success": true, "data": {"status": 200, "headers": {}, "body": {"id": 653247040368672768, "rate": 0.5}}}\`)
	}))
	answer, err := toolpress.New(server.URL, "a").HttpRequest(context.Background(), toolpress.HttpRequest{Method: "GET", Url: "x"})
	fmt.Println(answer.Body, err)
}
`,
      );
      expect(await run('go', ['run', '.'], { cwd, env })).to.include('map[id:653247040368672768 rate:0.5] <nil>');
    });

    it('is formatted and has no fault, and its example prints', async () => {
      const copy = join(folder, 'source');
      cpSync(source, copy, { recursive: true });
      expect(await run('gofmt', ['-l', '.'], { cwd: copy })).to.equal('');
      await run('go', ['vet', './...'], { cwd: copy });
      const cwd = program('example', exampleOf('packages/client-go/README.md'));
      expect(await run('gofmt', ['-l', '.'], { cwd })).to.equal('');
      expect(await run('go', ['run', '.'], { cwd, env })).to.include('1 page');
      expect(isPdf(join(cwd, 'invoice.pdf'))).to.equal(true);
      const failed = run('go', ['run', '.'], { cwd, env: { ...env, API_TOKEN: 'wrong' } });
      expect(await failed.catch((error: Error) => error.message)).to.match(/token_invalid: .*API token/);
    });
  });
});
