/** The command `mcp`: forwards messages of the Model Context Protocol from stdin to a running service, and its answers to stdout. */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { findTarget, Problem, type Target } from './config.js';
import { fetchOf } from './service.js';
import type { Session } from './session.js';

/** The part of a JSON-RPC message that is read here. */
interface Message {
  id?: string | number | null;
  method?: string;
  params?: { requestId?: string | number };
  result?: { protocolVersion?: string };
}

/** The code of JSON-RPC for errors of a server. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('connects an agent on stdin and stdout with the service, by the Model Context Protocol')
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

/** Sends each message of the agent as one request. Answers may be in another order. */
class Bridge {
  private protocol: string | undefined;
  private readonly underWay = new Map<unknown, { abort: AbortController; over: Promise<void> }>();

  constructor(
    private readonly target: Target,
    private readonly write: (line: string) => void,
  ) {}

  send(line: string): void {
    const message = parsed(line);
    if (message === undefined) {
      this.write(errorLine(null, PARSE_ERROR, 'A line must be one JSON-RPC message.'));
      return;
    }
    // The service has no sessions, so a call is cancelled by hanging up.
    if (message.method === 'notifications/cancelled') {
      this.underWay.get(message.params?.requestId)?.abort.abort();
      return;
    }
    const abort = new AbortController();
    const key = message.id ?? Symbol('notification');
    const over = this.forward(message, line, abort.signal).finally(() => this.underWay.delete(key));
    this.underWay.set(key, { abort, over });
  }

  /** Waits for the answers of all messages. */
  async end(): Promise<void> {
    await Promise.all([...this.underWay.values()].map(({ over }) => over));
  }

  private async forward({ id, method }: Message, line: string, signal: AbortSignal): Promise<void> {
    const { url, token } = this.target;
    const fail = (text: string): void => {
      if (id !== undefined) this.write(errorLine(id, SERVER_ERROR, text));
      else process.stderr.write(`${text}\n`);
    };
    try {
      const response = await fetchOf(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(this.protocol !== undefined && { 'mcp-protocol-version': this.protocol }),
        },
        body: line,
        signal,
      });
      const text = await response.text();
      if (!response.ok) return fail(faultOf(text) ?? `${url}/mcp answers ${response.status}.`);
      const answer = text === '' ? undefined : parsed(text);
      if (method === 'initialize') this.protocol = answer?.result?.protocolVersion;
      if (answer !== undefined) this.write(JSON.stringify(answer));
    } catch (error) {
      if (signal.aborted) return; // a cancelled request has no answer
      fail(error instanceof Problem ? error.message : String(error));
    }
  }
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the service's message of an error answer. */
function faultOf(text: string): string | undefined {
  const { error } = (parsed(text) ?? {}) as { error?: string | { message?: string } };
  return typeof error === 'string' ? error : error?.message;
}

const errorLine = (id: Message['id'], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
