/** A thin client for Chromium's DevTools pipe. Puppeteer shares the pipe, but the messages of pages do not pass through it. */
import type { Readable, Writable } from 'node:stream';
import { type CDPEvents, type CDPSession, type ConnectionTransport, type Protocol, ProtocolError } from 'puppeteer';

/** Chromium appends the session's id to each message of a session. */
const SESSION_ID = /"sessionId":"(\w+)"\}$/;
const SESSION_ID_LENGTH = 64;
/** The beginning of an answer or an event. */
const HEAD = /^\{"(?:id":(\d+),"(result|error)"|method":"([\w.]+)")/;
const HEAD_LENGTH = 128;
const PDF_KEY = '"data":"';

/** The pipe of one browser. Messages end with a zero byte. */
export class DevToolsPipe implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  /** Whether the browser began a message that is longer than allowed. */
  hasLongMessage = false;
  private readonly sessions = new Map<string, PageSession>();
  /** The beginning of a message that is not complete. */
  private parts: Buffer[] = [];
  private length = 0;

  /**
   * @param maxMessageBytes the longest message from the browser.
   * @param onLongMessage called when a message is longer, before it is complete.
   */
  constructor(
    private readonly commands: Writable,
    private readonly messages: Readable,
    private readonly maxMessageBytes: number,
    private readonly onLongMessage: () => void,
  ) {
    messages.on('data', (chunk: Buffer) => this.read(chunk));
    messages.once('close', () => {
      this.onclose?.();
      for (const session of this.sessions.values()) session.end(new ProtocolError('the browser has exited'));
    });
  }

  /** Sends a message. Messages of the same tick, such as a document and the command to print it, are one write. */
  send(message: string): void {
    if (this.commands.writableCorked === 0) {
      this.commands.cork();
      process.nextTick(() => this.commands.uncork());
    }
    this.commands.write(`${message}\0`);
  }

  close(): void {
    this.commands.destroy();
    this.messages.destroy();
  }

  /** Takes over the messages of a session that was opened with puppeteer. */
  takeOver(session: CDPSession): PageSession {
    const id = session.id();
    const taken = new PageSession(
      id,
      (message) => this.send(message),
      () => this.sessions.delete(id),
    );
    this.sessions.set(id, taken);
    return taken;
  }

  private read(chunk: Buffer): void {
    if (this.hasLongMessage) return;
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, end);
      const message = this.length === 0 ? last : Buffer.concat([...this.parts, last]);
      this.parts = [];
      this.length = 0;
      start = end + 1;
      this.deliver(message);
    }
    if (start === chunk.length) return;
    this.parts.push(chunk.subarray(start));
    this.length += chunk.length - start;
    if (this.length <= this.maxMessageBytes) return;
    this.hasLongMessage = true;
    this.parts = [];
    this.onLongMessage();
  }

  private deliver(message: Buffer): void {
    const [, id = ''] =
      SESSION_ID.exec(message.toString('latin1', Math.max(0, message.length - SESSION_ID_LENGTH))) ?? [];
    const session = this.sessions.get(id);
    if (session !== undefined) session.receive(message);
    else {
      const text = message.toString();
      // What awaits the previous message runs first, because puppeteer may have to listen for this one.
      setImmediate(() => this.onmessage?.(text));
    }
  }
}

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
  /** The command whose answer is awaited. */
  method?: string;
}

/** The DevTools session of a page. After its end every call rejects. */
export class PageSession {
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, (params: never) => void>();
  private lastId = 0;
  private ended: Error | undefined;

  constructor(
    private readonly id: string,
    private readonly write: (message: string) => void,
    private readonly onEnd: () => void,
  ) {}

  /** Sends a command. @returns its result. @throws ProtocolError, or the error of `end`. */
  readonly send: CDPSession['send'] = (method, params) => this.command(method, params, resultIn);

  /** Prints the page. @throws ProtocolError, or the error of `end`. */
  print(params: Protocol.Page.PrintToPDFRequest): Promise<Buffer> {
    return this.command('Page.printToPDF', params, pdfIn);
  }

  /** Sets the listener of an event. */
  on<Name extends keyof CDPEvents & string>(name: Name, listener: (params: CDPEvents[Name]) => void): void {
    this.listeners.set(name, listener);
  }

  /** Sets the listener of the next event of a kind. */
  once<Name extends keyof CDPEvents & string>(name: Name, listener: (params: CDPEvents[Name]) => void): void {
    this.on(name, (params) => {
      this.listeners.delete(name);
      listener(params);
    });
  }

  /** Waits for a step that may never end. @throws errors of the step; the error of `end`. */
  wait<Result>(step: (resolve: (result: Result) => void, reject: (error: Error) => void) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = this.await({ resolve, reject });
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          this.pending.delete(id);
          settle(value);
        };
      if (this.ended === undefined) step(settled(resolve), settled(reject));
    });
  }

  /** Ends the session: pending and later calls reject with the error of the first call. */
  end(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.pending.values()) reject(this.ended);
    this.pending.clear();
    this.onEnd();
  }

  /** Receives a message of the browser. */
  receive(message: Buffer): void {
    const [, id, kind, event = ''] = HEAD.exec(message.toString('latin1', 0, HEAD_LENGTH)) ?? [];
    if (id === undefined) {
      const listener = this.listeners.get(event);
      if (listener) listener((JSON.parse(message.toString()) as { params: never }).params);
      return;
    }
    const { method, resolve, reject } = this.pending.get(Number(id)) ?? {};
    this.pending.delete(Number(id));
    if (method === undefined) return;
    if (kind === 'result') resolve?.(message as never);
    else reject?.(new ProtocolError(`${method}: ${errorIn(message)}`));
  }

  /** @param read reads the answer. It runs in the caller's context, which its errors belong to. */
  private command<Result>(method: string, params: unknown, read: (answer: Buffer) => Result): Promise<Result> {
    const answer = new Promise<Buffer>((resolve, reject) => {
      const id = this.await({ resolve, reject, method });
      if (this.ended === undefined) this.write(JSON.stringify({ id, method, params, sessionId: this.id }));
    });
    return answer.then(read);
  }

  private await(pending: Pending): number {
    this.lastId += 1;
    if (this.ended) pending.reject(this.ended);
    else this.pending.set(this.lastId, pending);
    return this.lastId;
  }
}

const resultIn = (answer: Buffer): never => (JSON.parse(answer.toString()) as { result: never }).result;

const errorIn = (answer: Buffer): string =>
  (JSON.parse(answer.toString()) as { error: { message: string } }).error.message;

/** Decodes a PDF without a string of the complete answer. */
function pdfIn(answer: Buffer): Buffer {
  const start = answer.indexOf(PDF_KEY) + PDF_KEY.length;
  return Buffer.from(answer.toString('latin1', start, answer.indexOf('"', start)), 'base64');
}
