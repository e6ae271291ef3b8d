/** The command `mcp`: forwards messages of the Model Context Protocol from stdin to a running service, and its answers to stdout. */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { findTarget, Problem, type Target } from './config.js';
import { fetchOf } from './service.js';
import type { Session } from './session.js';

interface Params {
  requestId?: string | number;
  /** What a message is about. */
  name?: unknown;
  uri?: unknown;
  taskId?: unknown;
  _meta?: Record<string, unknown>;
}

/** The part of a JSON-RPC message that is read here. */
interface Message {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: Params;
  result?: { protocolVersion?: string };
}

/** The code of JSON-RPC for errors of a server. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** The only version of the protocol that has lists of messages (batches of JSON-RPC). */
const WITH_LISTS = '2025-03-26';

/** The member of `_meta` that has the version of a message. */
const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Encodes what a header can't have as the protocol asks for. */
const headerText = (value: string): string =>
  /^[\w.:/-]+$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serves the Model Context Protocol on stdin and stdout')
    .option('--token-file <file>', 'file with the API token; default: API_TOKEN')
    .addHelpText(...session.examples('mcp --url https://pdf.example.com --token-file token'))
    .action(async ({ tokenFile }: { tokenFile?: string }) => {
      const bridge = new Bridge(findTarget(session.url, 'API_TOKEN', tokenFile), (line) => {
        process.stdout.write(`${line}\n`);
      });
      for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') bridge.send(line);
      await bridge.end();
    });
}

type Write = (answer: object) => void;

/** Sends each message of the agent as one request. Answers may be in another order. */
class Bridge {
  private protocol: string | undefined;
  private readonly underWay = new Map<unknown, { abort: AbortController; over: Promise<void> }>();
  private readonly lists = new Set<Promise<void>>();
  private readonly write: Write;

  constructor(
    private readonly target: Target,
    writeLine: (line: string) => void,
  ) {
    this.write = (answer) => writeLine(JSON.stringify(answer));
  }

  send(line: string): void {
    const message = parsed(line);
    if (message === undefined) this.write(errorOf(null, PARSE_ERROR, 'A line must be a JSON-RPC message.'));
    else if (!Array.isArray(message)) void this.sendOne(message, this.write, line);
    else if (this.protocol !== WITH_LISTS || message.length === 0)
      this.write(
        errorOf(null, INVALID_REQUEST, `Send one message in a line. Lists of messages are only in ${WITH_LISTS}.`),
      );
    else {
      const over = this.sendAll(message).finally(() => this.lists.delete(over));
      this.lists.add(over);
    }
  }

  /** Sends the messages of a list, and writes the list of their answers, if there are any. */
  private async sendAll(messages: readonly unknown[]): Promise<void> {
    const answers: object[] = [];
    const keep: Write = (answer) => answers.push(answer);
    const sent = messages.map((message) => {
      if (isMessage(message)) return this.sendOne(message, keep);
      return keep(errorOf(null, INVALID_REQUEST, 'A message must be an object.'));
    });
    await Promise.all(sent);
    if (answers.length > 0) this.write(answers);
  }

  private sendOne(message: Message, write: Write, text = JSON.stringify(message)): Promise<void> {
    // The service has no sessions, so a call is cancelled by hanging up.
    if (message.method === 'notifications/cancelled') {
      this.underWay.get(message.params?.requestId)?.abort.abort();
      return Promise.resolve();
    }
    const abort = new AbortController();
    const key = message.id ?? Symbol('notification');
    const over = this.forward(message, text, abort.signal, write).finally(() => this.underWay.delete(key));
    this.underWay.set(key, { abort, over });
    return over;
  }

  /** Waits for the answers of all messages. */
  async end(): Promise<void> {
    await Promise.all([...[...this.underWay.values()].map(({ over }) => over), ...this.lists]);
  }

  /** Returns the headers about a message. Since the revision 2026-07-28 each message has its version, and headers repeat what is in it. */
  private headersOf({ method, params: { _meta = {}, ...params } = {} }: Message): Record<string, string> {
    const version = _meta[VERSION];
    if (typeof version !== 'string')
      return this.protocol === undefined ? {} : { 'mcp-protocol-version': this.protocol };
    const name = params.name ?? params.uri ?? params.taskId;
    return {
      'mcp-protocol-version': version,
      ...(method !== undefined && { 'mcp-method': headerText(method) }),
      ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
    };
  }

  private async forward(message: Message, body: string, signal: AbortSignal, write: Write): Promise<void> {
    const { url, token } = this.target;
    const { id, method } = message;
    const fail = (text: string): void => {
      if (id !== undefined) write(errorOf(id, SERVER_ERROR, text));
      else process.stderr.write(`${text}\n`);
    };
    try {
      const response = await fetchOf(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...this.headersOf(message),
        },
        body,
        signal,
      });
      const text = await response.text();
      const answer = text === '' ? undefined : parsed(text);
      const isAnswer = response.ok || (isMessage(answer) && answer.jsonrpc !== undefined);
      if (!isAnswer) return fail(faultOf(text) ?? `${url}/mcp answers ${response.status}.`);
      if (!isMessage(answer)) return;
      if (method === 'initialize') this.protocol = answer.result?.protocolVersion;
      write(answer);
    } catch (error) {
      if (signal.aborted) return; // a cancelled request has no answer
      fail(error instanceof Problem ? error.message : String(error));
    }
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(line: string): Message | unknown[] | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isMessage(message) || Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the service's message of an error answer. */
function faultOf(text: string): string | undefined {
  const { error } = (parsed(text) ?? {}) as { error?: string | { message?: string } };
  return typeof error === 'string' ? error : error?.message;
}

const errorOf = (id: Message['id'], code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
