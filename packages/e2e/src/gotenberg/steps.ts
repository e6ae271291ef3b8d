/** Does the steps of scenarios against a service with `COMPAT=gotenberg`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  areJudgesHere,
  eventually,
  type Flavour,
  type HttpTarget,
  startHttpTarget,
  type TestService,
  veraPdf,
} from '@toolpress/testkit';
import { entriesOfZip } from '../zip-reader.js';
import type { Scenario, Step } from './feature.js';

const VERSION = '8.36.0';
const FLAVOURS: Readonly<Record<string, Flavour>> = { 'PDF/A-2b': '2b', 'PDF/A-3b': '3b', 'PDF/UA-1': 'ua1' };

/** What the steps of a scenario have in common. */
export interface Surroundings {
  service: TestService;
  /** The address of a gateway without `COMPAT`. */
  plainUrl: string;
  /** The folder above `testdata`. */
  data: string;
}

interface Received {
  status: number;
  headers: Headers;
  body: Buffer;
}

type Work = (state: State, step: Step, words: readonly string[]) => Promise<void> | void;

/** The state of a scenario. */
class State {
  response: Received | undefined;
  all: Received[] = [];
  files = new Map<string, Buffer>();
  hook: HttpTarget | undefined;
  hookFiles = new Map<string, Buffer>();
  isProtected = false;
  isPlain = false;

  constructor(readonly around: Surroundings) {}

  get received(): Received {
    if (this.response === undefined) throw new Error('there was no request');
    return this.response;
  }

  /** Returns a PDF by its name, or by the ending of a name with an asterisk. */
  file(name: string): Buffer {
    const ending = name.startsWith('*') ? name.slice(2) : undefined;
    const [found] = [...this.files].filter(([one]) => (ending === undefined ? one === name : one.endsWith(ending)));
    if (found === undefined) throw new Error(`no file ${name} among ${[...this.files.keys()].join(', ')}`);
    return found[1];
  }

  pdfs(kind: string): Buffer[] {
    const files = kind === 'response' ? this.files : this.hookFiles;
    return [...files].filter(([name]) => name.endsWith('.pdf')).map(([, bytes]) => bytes);
  }
}

/** Does a scenario. @throws the error of the first step that fails. */
export async function play({ steps }: Scenario, around: Surroundings): Promise<void> {
  const state = new State(around);
  try {
    for (const step of steps) {
      const [found] = STEPS.flatMap(([pattern, work]) => {
        const words = pattern.exec(step.text);
        return words === null ? [] : [{ work, words: words.slice(1) }];
      });
      if (found === undefined) throw new Error(`unknown step: ${step.text}`);
      try {
        await found.work(state, step, found.words);
      } catch (error) {
        throw new Error(`${step.text} ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await state.hook?.close();
  }
}

async function send(state: State, method: string, path: string, rows: readonly string[][]): Promise<Received> {
  const { service, plainUrl, data } = state.around;
  const headers: Record<string, string> = {};
  if (!state.isProtected) headers['authorization'] = `Basic ${Buffer.from(`any:${service.token}`).toString('base64')}`;
  const form = new FormData();
  for (const [name = '', value = '', kind] of rows) {
    const filled = value.replaceAll('http://host.docker.internal:%d', state.hook?.url ?? '');
    if (kind === 'file') form.append(name, new Blob([readFileSync(join(data, value))]), basename(value));
    else if (kind === 'field') form.append(name, filled);
    else headers[name] = filled;
  }
  const hasForm = rows.some(([, , kind]) => kind === 'file' || kind === 'field');
  const url = `${state.isPlain ? plainUrl : service.url}${path}`;
  const response = await fetch(url, { method, headers, ...(hasForm && { body: form }) });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Returns the files of an answer, also those in an archive. */
function filesOf({ headers, body }: { headers: Headers; body: Buffer }): Map<string, Buffer> {
  const [, name] = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) return new Map();
  return new Map([[name, body], ...(name.endsWith('.zip') ? entriesOfZip(body) : [])]);
}

function expectTrue(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(fault.slice(0, 300));
}

const STEPS: readonly (readonly [RegExp, Work])[] = [
  [/^I have a default Gotenberg container$/, () => undefined],
  [
    /^I have a Gotenberg container with the following environment variable\(s\):$/,
    (state, { rows }) => {
      const names = rows.map(([name]) => name);
      state.isProtected = names.includes('API_ENABLE_BASIC_AUTH');
      state.isPlain = names.includes('CHROMIUM_DISABLE_ROUTES');
    },
  ],
  [
    /^I have a webhook server$/,
    async (state) => {
      state.hook = await startHttpTarget((_request, response) => response.end());
    },
  ],
  [
    /^I make a "(\w+)" request to Gotenberg at the "([^"]+)" endpoint/,
    async (state, { rows }, [method = '', path = '']) => {
      state.response = await send(state, method, path, rows);
      for (const [name, bytes] of filesOf(state.response)) state.files.set(name, bytes);
    },
  ],
  [
    /^I make (\d+) concurrent "(\w+)" requests to Gotenberg at the "([^"]+)" endpoint/,
    async (state, { rows }, [count, method = '', path = '']) => {
      state.all = await Promise.all(Array.from({ length: Number(count) }, () => send(state, method, path, rows)));
    },
  ],
  [
    /^all concurrent response status codes should be (\d+)$/,
    (state, _step, [status]) => {
      for (const one of state.all) expectTrue(one.status === Number(status), `got ${one.status}`);
    },
  ],
  [
    /^all concurrent responses should have (\d+) PDF\(s\)$/,
    (state, _step, [count]) => {
      for (const one of state.all) expectTrue(filesOf(one).size === Number(count), 'other files');
    },
  ],
  [
    /^I wait for the asynchronous request to the webhook$/,
    async (state) => {
      await eventually(() => expectTrue((state.hook?.requests.length ?? 0) > 0, 'no request came'));
      const { headers = {}, body = Buffer.alloc(0) } = state.hook?.requests[0] ?? {};
      const named = new Headers({ 'content-disposition': String(headers['content-disposition']) });
      state.hookFiles = filesOf({ headers: named, body });
      state.files = new Map(state.hookFiles);
    },
  ],
  [
    /^the response status code should be (\d+)$/,
    ({ received }, _step, [status]) =>
      expectTrue(received.status === Number(status), `got ${received.status}: ${received.body.toString()}`),
  ],
  [
    /^the (response|webhook request) header "([^"]+)" should be "(.*)"$/,
    (state, _step, [kind, name = '', value]) => {
      const sent = state.hook?.requests[0]?.headers[name.toLowerCase()];
      const found = kind === 'response' ? state.received.headers.get(name) : sent;
      expectTrue(found === value, `got ${found}`);
    },
  ],
  [
    /^the response body should (match|contain) string:$/,
    ({ received }, { doc = '' }, [how]) => {
      const [text, wanted] = [received.body.toString().trim(), doc.replace('{version}', VERSION).trim()];
      expectTrue(how === 'match' ? text === wanted : text.includes(wanted), `got ${text}`);
    },
  ],
  [
    /^the response body should match JSON:$/,
    ({ received }, { doc = '' }) => {
      const wanted: unknown = JSON.parse(doc);
      const found: unknown = JSON.parse(received.body.toString());
      expectTrue(isAsWanted(found, wanted), `got ${received.body.toString()}`);
    },
  ],
  [
    /^there should be (\d+) PDF\(s\) in the (response|webhook request)$/,
    (state, _step, [count, kind = '']) => {
      const shown = kind === 'response' ? filesOf(state.received) : state.hookFiles;
      const found = [...shown.keys()].filter((name) => name.endsWith('.pdf')).length;
      expectTrue(found === Number(count), `got ${found}`);
    },
  ],
  [
    /^there should be the following file\(s\) in the (?:response|webhook request):$/,
    (state, { rows }) => {
      for (const [name = ''] of rows) state.file(name);
    },
  ],
  [
    /^the "([^"]+)" PDF should have (\d+) page\(s\)$/,
    (state, _step, [name = '', count]) => {
      const found = Number(/^Pages:\s+(\d+)/m.exec(tool(state.file(name), 'pdfinfo', []))?.[1]);
      expectTrue(found === Number(count), `got ${found}`);
    },
  ],
  [
    /^the "([^"]+)" PDF (should|should NOT) have the following content at page (\d+):$/,
    (state, { doc = '' }, [name = '', should, page = '']) => {
      const text = textOf(state.file(name), page);
      // A line break of the file may be elsewhere in the text of the page.
      const has = plain(text).includes(plain(doc));
      expectTrue(has === (should === 'should'), `got ${text}`);
    },
  ],
  [
    /^the "([^"]+)" PDF should have content matching "([^"]+)" at page (\d+)$/,
    (state, _step, [name = '', pattern = '', page = '']) => {
      const text = textOf(state.file(name), page);
      expectTrue(new RegExp(pattern).test(text), `got ${text}`);
    },
  ],
  [
    /^the "([^"]+)" PDF (should|should NOT) be set to landscape orientation$/,
    (state, _step, [name = '', should]) => {
      const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+)/m.exec(tool(state.file(name), 'pdfinfo', [])) ?? [];
      expectTrue(Number(width) > Number(height) === (should === 'should'), `got ${width} x ${height}`);
    },
  ],
  [
    /^the "([^"]+)" PDF (should|should NOT) have a document outline$/,
    (state, _step, [name = '', should]) => {
      const xml = tool(state.file(name), 'pdftohtml', ['-xml', '-i', '-stdout']);
      expectTrue(xml.includes('<outline>') === (should === 'should'), 'got another');
    },
  ],
  [
    /^the "([^"]+)" PDF should have (\d+) image\(s\)$/,
    (state, _step, [name = '', count]) => {
      const lines = tool(state.file(name), 'pdfimages', ['-list'], []).trim().split('\n').length - 2;
      expectTrue(lines === Number(count), `got ${lines}`);
    },
  ],
  [
    /^the "([^"]+)" file size should be (less|greater) than (\d+) KB$/,
    (state, _step, [name = '', how, size]) => {
      const { length } = state.file(name);
      const limit = Number(size) * 1024;
      expectTrue(how === 'less' ? length < limit : length > limit, `got ${length} bytes`);
    },
  ],
  [
    /^the (response|webhook request) PDF\(s\) should be valid "([^"]+)" with a tolerance of (\d+) failed rule\(s\)$/,
    async (state, _step, [kind = '', standard = '', tolerance]) => {
      const flavour = FLAVOURS[standard];
      if (flavour === undefined) throw new Error('no validator for this standard is installed here');
      if (!(await areJudgesHere('veraPdf'))) throw new Error('veraPDF is not installed');
      const folder = mkdtempSync(join(tmpdir(), 'toolpress-scenario-'));
      try {
        const paths = state.pdfs(kind).map((bytes, index) => {
          const path = join(folder, `${index}.pdf`);
          writeFileSync(path, bytes);
          return path;
        });
        for (const { failures } of await veraPdf(paths, flavour))
          expectTrue(failures.length <= Number(tolerance), JSON.stringify(failures));
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  ],
  [
    /^the (response|webhook request) PDF\(s\) should be flatten$/,
    (state, _step, [kind = '']) => {
      for (const pdf of state.pdfs(kind)) {
        expectTrue(/^Form:\s+none/m.test(tool(pdf, 'pdfinfo', [])), 'it has a form');
        expectTrue(!/Annotation/.test(tool(pdf, 'pdfinfo', ['-url'])), 'it has links');
      }
    },
  ],
  [
    /^the (response|webhook request) PDF\(s\) should be encrypted$/,
    (state, _step, [kind = '']) => {
      for (const pdf of state.pdfs(kind)) {
        const { stderr } = spawnSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' });
        expectTrue(stderr.includes('Incorrect password'), stderr);
      }
    },
  ],
  [
    /^the (response|webhook request) PDF\(s\) should have the "([^"]+)" file embedded$/,
    (state, _step, [kind = '', name = '']) => {
      for (const pdf of state.pdfs(kind))
        expectTrue(tool(pdf, 'pdfdetach', ['-list']).includes(name), 'it is not embedded');
    },
  ],
  [
    /^the Gotenberg container (should|should NOT) log the following entries:$/,
    async (state, { rows }, [should]) => {
      // The log has the id of the request, and its endpoint instead of the path.
      const entries = rows.map(([entry = '']) =>
        entry.replace('"correlation_id"', '"requestId"').replace(/"path":"([^"]*)"/, '"endpoint":"GET $1"'),
      );
      await eventually(() => {
        const logs = state.around.service.logs();
        for (const entry of entries) expectTrue(logs.includes(entry) === (should === 'should'), `no ${entry}`);
      });
    },
  ],
];

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const textOf = (pdf: Buffer, page: string): string => tool(pdf, 'pdftotext', ['-f', page, '-l', page]);

/** Runs a tool of poppler with a PDF. @param after arguments behind the file; the default is the output. */
function tool(pdf: Buffer, name: string, options: readonly string[], after?: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-scenario-'));
  const file = join(folder, 'file.pdf');
  try {
    writeFileSync(file, pdf);
    const last = after ?? (name === 'pdftotext' ? ['-'] : []);
    return execFileSync(name, [...options, file, ...last], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares JSON. The value `ignore` matches any. */
function isAsWanted(found: unknown, wanted: unknown): boolean {
  if (wanted === 'ignore') return found !== undefined;
  if (typeof wanted !== 'object' || wanted === null) return found === wanted;
  if (typeof found !== 'object' || found === null) return false;
  const names = Object.keys(wanted);
  return (
    names.length === Object.keys(found).length &&
    names.every((name) =>
      isAsWanted((found as Record<string, unknown>)[name], (wanted as Record<string, unknown>)[name]),
    )
  );
}
