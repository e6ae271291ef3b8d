import { PassThrough } from 'node:stream';
import { setImmediate as immediately } from 'node:timers/promises';
import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { type CDPSession, ProtocolError } from 'puppeteer';
import { DevToolsPipe, type PageSession } from './devtools.js';

const ID = 'A1B2';

describe('DevToolsPipe', () => {
  let sent: string[];
  let messages: PassThrough;
  let pipe: DevToolsPipe;
  let session: PageSession;
  let killed: number;

  beforeEach(() => {
    sent = [];
    killed = 0;
    messages = new PassThrough();
    const commands = new PassThrough();
    commands.on('data', (chunk: Buffer) => void sent.push(chunk.toString()));
    pipe = new DevToolsPipe(commands, messages, 200, () => {
      killed += 1;
    });
    session = pipe.takeOver({ id: () => ID } as CDPSession);
  });

  const say = (message: object): void => void messages.write(`${JSON.stringify({ ...message, sessionId: ID })}\0`);
  const errorOf = (step: Promise<unknown>): Promise<unknown> => step.catch((thrown: unknown) => thrown);

  it('writes each command in one piece and returns its result', async () => {
    const result = session.send('Page.getFrameTree');
    await immediately();
    expect(sent).to.deep.equal([`{"id":1,"method":"Page.getFrameTree","sessionId":"${ID}"}\0`]);
    say({ id: 1, result: { frameTree: 'ä' } });
    expect(await result).to.deep.equal({ frameTree: 'ä' });
  });

  it('reads messages that arrive in pieces or together', async () => {
    const [first, second] = [session.send('Page.enable'), session.send('Page.disable')];
    const whole = Buffer.from(
      `{"id":1,"result":{"text":"é"},"sessionId":"${ID}"}\0{"id":2,"result":{},"sessionId":"${ID}"}\0`,
    );
    for (let at = 0; at < whole.length; at += 7) messages.write(whole.subarray(at, at + 7));
    expect(await Promise.all([first, second])).to.deep.equal([{ text: 'é' }, {}]);
  });

  it('delivers nothing after a message that is too long', async () => {
    const answer = session.send('Page.enable');
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    messages.write('x'.repeat(150));
    messages.write('x'.repeat(100));
    messages.write(`\0{"id":1,"result":{},"sessionId":"${ID}"}\0`);
    await immediately();
    expect([killed, isAnswered]).to.deep.equal([1, false]);
  });

  it('decodes a PDF', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0, 0xff, 0x44]);
    const pdf = session.print({});
    say({ id: 1, result: { data: bytes.toString('base64') } });
    expect(await pdf).to.deep.equal(bytes);
  });

  it('rejects a command that the browser refuses, with its name', async () => {
    const refused = errorOf(session.print({}));
    say({ id: 1, error: { code: -32000, message: 'Printing failed' } });
    expect(await refused)
      .to.be.instanceOf(ProtocolError)
      .and.include({ message: 'Page.printToPDF: Printing failed' });
  });

  it('passes other messages on, each after what awaits the one before', async () => {
    const others: string[] = [];
    pipe.onmessage = (message) => void Promise.resolve().then(() => others.push(message));
    messages.write('{"id":7,"result":{}}\0{"method":"x","params":{},"sessionId":"OTHER"}\0');
    await immediately();
    await immediately();
    expect(others).to.deep.equal(['{"id":7,"result":{}}', '{"method":"x","params":{},"sessionId":"OTHER"}']);
  });

  it('notifies listeners of events, once if they want it', async () => {
    let [all, next] = [0, 0];
    session.on('Page.frameNavigated', () => {
      all += 1;
    });
    session.once('Page.loadEventFired', ({ timestamp }) => {
      next += timestamp;
    });
    for (const method of ['Page.frameNavigated', 'Page.loadEventFired', 'Page.frameStartedLoading']) {
      for (let time = 0; time < 2; time++) say({ method, params: { timestamp: 5 } });
    }
    await immediately();
    expect([all, next]).to.deep.equal([2, 5]);
  });

  it('notices a message over the limit before it is complete', async () => {
    messages.write(`{"id":1,"result":{"data":"${'A'.repeat(150)}`);
    await immediately();
    expect([pipe.hasLongMessage, killed]).to.deep.equal([false, 0]);
    for (let chunk = 0; chunk < 3; chunk++) messages.write('A'.repeat(50));
    await immediately();
    expect([pipe.hasLongMessage, killed]).to.deep.equal([true, 1]);
  });

  it('rejects pending and later calls when a session ends', async () => {
    const pending = [session.send('Page.enable'), session.wait(() => undefined)].map(errorOf);
    const crash = new Error('crashed');
    session.end(crash);
    session.end(new Error('closed'));
    expect(await Promise.all(pending)).to.deep.equal([crash, crash]);
    expect(await errorOf(session.send('Page.enable'))).to.equal(crash);
    expect(await errorOf(session.wait((resolve) => resolve(1)))).to.equal(crash);
  });

  it('ends all sessions when the browser exits, after puppeteer was notified', async () => {
    const order: string[] = [];
    pipe.onclose = () => void order.push('puppeteer');
    const pending = session.send('Page.enable').catch((error: unknown) => {
      order.push('session');
      return error;
    });
    messages.destroy();
    expect(await pending).to.be.instanceOf(ProtocolError);
    expect(order).to.deep.equal(['puppeteer', 'session']);
  });
});
