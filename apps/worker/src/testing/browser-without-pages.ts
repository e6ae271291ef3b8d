/** A program that passes for a browser over the pipe that Chromium talks on, and opens no page. */
import { createReadStream, createWriteStream } from 'node:fs';

interface Command {
  id: number;
  method: string;
  sessionId?: string;
}

const REFUSED = ['Target.createBrowserContext', 'Target.createTarget'];
const BROWSER = { targetId: 'browser', type: 'browser', title: '', url: '', attached: true, canAccessOpener: false };
const SESSION = { sessionId: 'session', targetInfo: BROWSER, waitingForDebugger: false };

/** Returns the output before the reply. */
const EVENTS: Record<string, object> = {
  'Target.setDiscoverTargets': { method: 'Target.targetCreated', params: { targetInfo: BROWSER } },
  'Target.attachToTarget': { method: 'Target.attachedToTarget', params: SESSION },
};
const RESULTS: Record<string, object> = {
  'Target.getBrowserContexts': { browserContextIds: [] },
  'Target.attachToTarget': SESSION,
  'SystemInfo.getProcessInfo': { processInfo: [] },
};

const commands = createReadStream('', { fd: 3 });
const replies = createWriteStream('', { fd: 4 });
const say = (message: object): boolean => replies.write(`${JSON.stringify(message)}\0`);

function answer({ id, method, sessionId }: Command): void {
  const event = EVENTS[method];
  if (event !== undefined) say(event);
  const refused = { error: { code: -32000, message: 'no pages today' } };
  say({
    id,
    sessionId,
    ...(REFUSED.includes(method) ? refused : { result: RESULTS[method] ?? { product: 'None/1.0' } }),
  });
}

let text = '';
commands.on('data', (chunk) => {
  text += chunk.toString();
  const messages = text.split('\0');
  text = messages.pop() ?? '';
  for (const message of messages) answer(JSON.parse(message) as Command);
});
commands.on('close', () => process.exit());
