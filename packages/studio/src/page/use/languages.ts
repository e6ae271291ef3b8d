/** The call that prints a template, as programs that run as they are: without a package that has to be installed. */
import { isExact } from '@toolpress/contract/exact-numbers';
import { type ExactObject, JSON_NOTATION, type Notation, written } from '../data/exact-value.js';

export interface Example {
  language: string;
  /** The name of its file, and the command that runs it; absent for what is pasted. */
  file?: string;
  run?: string;
  /** What to do with it, in a sentence. */
  how: string;
  text: string;
}

/** Doubles would change the digits of some numbers. Filters take these as texts. */
const exactly = (digits: string): string => (isExact(digits) ? digits : JSON.stringify(digits));
const text = (value: string): string => JSON.stringify(value.toWellFormed());

const JSON_TEXT: Notation = { ...JSON_NOTATION, number: exactly, text };
const TYPESCRIPT: Notation = {
  ...JSON_TEXT,
  // As a plain name it would set the prototype.
  name: (name) =>
    name === '__proto__' ? '["__proto__"]: ' : /^[a-z_$][\w$]*$/i.test(name) ? `${name}: ` : `${text(name)}: `,
  hasLastComma: true,
};
const PYTHON: Notation = {
  ...JSON_TEXT,
  indent: '    ',
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  hasLastComma: true,
};
const phpText = (value: string): string => `'${value.toWellFormed().replace(/[\\']/g, '\\$&')}'`;
const PHP: Notation = {
  indent: '    ',
  number: (digits) => (isExact(digits) ? digits : phpText(digits)),
  text: phpText,
  word: String,
  list: ['[', ']'],
  // An array without names, or with the names 0, 1, …, would be a list.
  object: (value) => [value.size === 0 || value.has('0') ? '(object) [' : '[', ']'],
  name: (name) => `${phpText(name)} => `,
  hasLastComma: true,
};

/** @param origin of the service. */
export function examplesOf(origin: string, body: ExactObject): Example[] {
  const url = `${origin}/api/utilities/html-to-pdf`;
  return [curl(url, body), typescript(url, body), python(url, body), go(url, body), php(url, body), n8n(url, body)];
}

const runs = (file: string, run: string) => ({ file, run, how: `Save it as “${file}”, then:` });

const curl = (url: string, body: ExactObject): Example => ({
  language: 'curl',
  ...runs('print.sh', 'sh print.sh'),
  how: 'Paste it into a shell, or save it as “print.sh”, then:',
  text: `curl --silent --show-error --fail-with-body ${url} \\
  -H "Authorization: Bearer $API_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/pdf' \\
  -o document.pdf \\
  -d '${written(body, JSON_TEXT).replaceAll("'", `'\\''`)}'
`,
});

const typescript = (url: string, body: ExactObject): Example => ({
  language: 'TypeScript',
  ...runs('print.ts', 'node print.ts'),
  text: `import { writeFile } from 'node:fs/promises';

const response = await fetch(${text(url)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env['API_TOKEN']}\`,
    'Content-Type': 'application/json',
    Accept: 'application/pdf',
  },
  body: JSON.stringify(${written(body, TYPESCRIPT, 1)}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile('document.pdf', new Uint8Array(await response.arrayBuffer()));
`,
});

const python = (url: string, body: ExactObject): Example => ({
  language: 'Python',
  ...runs('print.py', 'python3 print.py'),
  text: `import json
import os
import urllib.error
import urllib.request

body = ${written(body, PYTHON)}
request = urllib.request.Request(
    ${text(url)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["API_TOKEN"],
        "Content-Type": "application/json",
        "Accept": "application/pdf",
    },
)
try:
    with urllib.request.urlopen(request, timeout=60) as response, open("document.pdf", "wb") as file:
        file.write(response.read())
except urllib.error.HTTPError as error:
    raise SystemExit(error.read().decode())
`,
});

const go = (url: string, body: ExactObject): Example => ({
  language: 'Go',
  ...runs('print.go', 'go run print.go'),
  text: `package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const body = \`${written(body, JSON_TEXT).replaceAll('`', '\\u0060')}\`

func main() {
	request, err := http.NewRequest("POST", ${text(url)}, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/pdf")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(string(answer))
	}
	if err := os.WriteFile("document.pdf", answer, 0o644); err != nil {
		log.Fatal(err)
	}
}
`,
});

const php = (url: string, body: ExactObject): Example => ({
  language: 'PHP',
  ...runs('print.php', 'php print.php'),
  text: `<?php
$body = ${written(body, PHP)};
$request = curl_init(${phpText(url)});
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('API_TOKEN'),
        'Content-Type: application/json',
        'Accept: application/pdf',
    ],
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
    throw new RuntimeException($answer === false ? curl_error($request) : $answer);
}
file_put_contents('document.pdf', $answer);
`,
});

/** A workflow of n8n, in the form in which n8n copies nodes. */
const n8n = (url: string, body: ExactObject): Example => ({
  language: 'n8n',
  how: 'Copy it, and paste it into a workflow. n8n needs API_TOKEN in its environment, and N8N_BLOCK_ENV_ACCESS_IN_NODE=false to read it.',
  text: `${JSON.stringify(workflowOf(url, written(body, JSON_TEXT)), null, 2)}\n`,
});

const workflowOf = (url: string, json: string): object => ({
  nodes: [
    {
      id: 'start',
      name: 'Start',
      type: 'n8n-nodes-base.manualTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    {
      id: 'print',
      name: 'Print',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      position: [220, 0],
      parameters: {
        method: 'POST',
        url,
        sendHeaders: true,
        headerParameters: {
          parameters: [
            { name: 'Authorization', value: '=Bearer {{ $env.API_TOKEN }}' },
            { name: 'Accept', value: 'application/pdf' },
          ],
        },
        sendBody: true,
        specifyBody: 'json',
        jsonBody: json,
        options: { response: { response: { responseFormat: 'file' } } },
      },
    },
  ],
  connections: { Start: { main: [[{ node: 'Print', type: 'main', index: 0 }]] } },
});
