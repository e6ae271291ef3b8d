/** The call that prints a template, as programs in three languages. */

export interface CodeSample {
  language: string;
  text: string;
}

/** @param origin of the service. @param data of the document. */
export function codeSamples(origin: string, template: string, data: Record<string, unknown>): CodeSample[] {
  const body = JSON.stringify({ template, data }, null, 2);
  return [
    { language: 'curl', text: curl(origin, body) },
    { language: 'TypeScript', text: typescript(origin, body) },
    { language: 'Python', text: python(origin, template, data) },
  ];
}

const curl = (origin: string, body: string): string =>
  `curl --fail-with-body ${origin}/api/utilities/html-to-pdf \\
  -H "Authorization: Bearer $API_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/pdf' \\
  -o document.pdf \\
  -d '${body.replaceAll("'", `'\\''`)}'
`;

const typescript = (origin: string, body: string): string =>
  `import { writeFile } from 'node:fs/promises';
import { Toolpress } from '@toolpress/client';

const toolpress = new Toolpress({ baseUrl: ${JSON.stringify(origin)}, token: process.env['API_TOKEN'] ?? '' });
const { bytes } = await toolpress.pdf(${body});
await writeFile('document.pdf', bytes);
`;

const python = (origin: string, template: string, data: Record<string, unknown>): string =>
  `import os

from toolpress import Toolpress

with Toolpress(${JSON.stringify(origin)}, os.environ["API_TOKEN"]) as toolpress:
    pdf = toolpress.pdf(${pythonOf({ template, data }, 1)})
    with open("document.pdf", "wb") as file:
        file.write(pdf.content)
`;

/** Returns a JSON value as a Python literal. */
export function pythonOf(value: unknown, depth = 0): string {
  const space = '    '.repeat(depth + 1);
  const end = '    '.repeat(depth);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${space}${pythonOf(item, depth + 1)},\n`).join('')}${end}]`;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return `{\n${entries.map(([name, item]) => `${space}${JSON.stringify(name)}: ${pythonOf(item, depth + 1)},\n`).join('')}${end}}`;
  }
  return JSON.stringify(value);
}
