/** Example calls of an operation in several languages. */
import type { OpenApiDocument, OpenApiOperation } from './document.js';

export interface Call {
  language: 'curl' | 'TypeScript' | 'Python';
  code: string;
}

export function callsOf(
  path: string,
  method: string,
  operation: OpenApiOperation,
  { servers }: OpenApiDocument,
): Call[] {
  const [scheme] = Object.keys(operation.security[0] ?? {});
  const keys = (operation.parameters ?? []).filter((one) => one.in === 'path');
  const open = new Map(keys.map(({ name, schema }) => [name, String(schema.examples?.[0] ?? name.toUpperCase())]));
  const call = {
    id: operation.operationId,
    method: method.toUpperCase(),
    base: servers[0]?.url ?? '',
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => open.get(name) ?? ''),
    keys: [...open.values()],
    token: scheme === undefined ? undefined : scheme === 'adminToken' ? 'ADMIN_TOKEN' : 'API_TOKEN',
    ...bodyOf(operation),
    bytes: operation.responses['200']?.content?.['application/pdf'] !== undefined,
    isEventStream: operation.responses['200']?.content?.['text/event-stream'] !== undefined,
  };
  return [
    { language: 'curl', code: inCurl(call) },
    { language: 'TypeScript', code: inTypeScript(call) },
    { language: 'Python', code: inPython(call) },
  ];
}

/** Returns the example of a body, and its media type if that is not JSON; then the example is a text. */
function bodyOf({ requestBody }: OpenApiOperation): Pick<Example, 'body' | 'type'> {
  const [type, given] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const { example: body } = (given ?? {}) as { example?: unknown };
  return type === undefined || type === JSON_TYPE ? { body } : { body, type };
}

const JSON_TYPE = 'application/json';

interface Example {
  id: string;
  method: string;
  base: string;
  path: string;
  /** The parameters in the path. */
  keys: string[];
  token: string | undefined;
  body: unknown;
  /** The media type of a body that is not JSON. */
  type?: string;
  /** Whether the operation can answer a PDF as bytes. */
  bytes: boolean;
  /** Whether the operation answers a stream of events. */
  isEventStream: boolean;
}

/** Saves a PDF to a file, because its base64 is useless in a terminal. */
function inCurl({ method, base, path, token, body, type, bytes, isEventStream }: Example): string {
  const parts = [`curl -${isEventStream ? 'sN' : 's'} ${method === 'GET' ? '' : `-X ${method} `}'${base}${path}'`];
  if (token !== undefined) parts.push(`-H "Authorization: Bearer $${token}"`);
  if (bytes && method === 'POST') parts.push("-H 'Accept: application/pdf'");
  if (body !== undefined) {
    const [option, text] = type === undefined ? ['-d', literal(body, 'json')] : ['--data-binary', String(body)];
    parts.push(`-H 'Content-Type: ${type ?? JSON_TYPE}'`, `${option} '${text.replaceAll("'", "'\\''")}'`);
  }
  if (bytes) parts.push('-o document.pdf');
  return parts.join(' \\\n  ');
}

function inTypeScript({ id, base, keys, token, body, isEventStream }: Example): string {
  const inputs = [...keys, ...(body === undefined ? [] : [body])].map((value) => literal(value, 'TypeScript'));
  return [
    "import { Toolpress } from '@toolpress/client';",
    '',
    ...(token === undefined ? [] : [`const { ${token} = '' } = process.env;`]),
    `const toolpress = new Toolpress({ baseUrl: '${base}', token: ${token ?? "''"} });`,
    isEventStream
      ? `for await (const { event, data } of await toolpress.${id}(${inputs.join(', ')})) console.log(event, data);`
      : `const result = await toolpress.${id}(${inputs.join(', ')});`,
  ].join('\n');
}

function inPython({ method, base, path, token, body, type, bytes, isEventStream }: Example): string {
  const headers = [
    ...(token === undefined ? [] : [`"Authorization": "Bearer " + os.environ["${token}"]`]),
    ...(body === undefined ? [] : [`"Content-Type": "${type ?? JSON_TYPE}"`]),
  ];
  const isFile = bytes && method === 'GET';
  return [
    ...(isFile || isEventStream ? [] : ['import json']),
    ...(token === undefined ? [] : ['import os']),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${base}${path}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${dataInPython(body, type)},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    isFile
      ? '    open("document.pdf", "wb").write(response.read())'
      : isEventStream
        ? '    for line in response: print(line.decode(), end="")'
        : '    print(json.load(response)["data"])',
  ].join('\n');
}

function dataInPython(body: unknown, type: string | undefined): string {
  const value = literal(body, 'Python', '    ');
  return type === undefined ? `json.dumps(${value}).encode()` : `${value}.encode()`;
}

const WRITING = {
  json: { step: '  ', comma: '', words: {}, text: JSON.stringify, key: JSON.stringify },
  TypeScript: {
    ...{ step: '  ', comma: ',', words: {} },
    text: inSingleQuotes,
    key: (name: string) => (/^[a-zA-Z_]\w*$/.test(name) ? name : inSingleQuotes(name)),
  },
  Python: {
    ...{ step: '    ', comma: ',', words: { true: 'True', false: 'False', null: 'None' } },
    ...{ text: JSON.stringify, key: JSON.stringify },
  },
};

function inSingleQuotes(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const LINE = 60;

/** Formats a JSON value as a literal of a language, on one line if it is short. */
export function literal(value: unknown, language: keyof typeof WRITING, indent = ''): string {
  const { step, comma, words, text, key } = WRITING[language];
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null)
    return (words as Record<string, string>)[String(value)] ?? String(value);
  const inner = indent + step;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item) => literal(item, language, inner))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, language, inner)}`);
  const space = Array.isArray(value) || members.length === 0 || language === 'Python' ? '' : ' ';
  const short = `${open}${space}${members.join(', ')}${space}${close}`;
  if (short.length <= LINE && !short.includes('\n')) return short;
  return `${open}\n${members.map((member) => inner + member).join(',\n')}${comma}\n${indent}${close}`;
}
