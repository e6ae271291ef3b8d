/** A program that passes for a browser over the pipe that Chromium talks on, and opens no page. */
import { createReadStream, createWriteStream } from 'node:fs';

interface Command {
  id: number;
  method: string;
  sessionId?: string;
}

const REFUSED = ['Target.createBrowserContext', 'Target.createTarget'];
const commands = createReadStream('', { fd: 3 });
const replies = createWriteStream('', { fd: 4 });

function answer({ id, method, sessionId }: Command): void {
  const outcome = REFUSED.includes(method)
    ? { error: { code: -32000, message: 'no pages today' } }
    : { result: method === 'Target.getBrowserContexts' ? { browserContextIds: [] } : { product: 'None/1.0' } };
  replies.write(`${JSON.stringify({ id, sessionId, ...outcome })}\0`);
}

let text = '';
commands.on('data', (chunk) => {
  text += chunk.toString();
  const messages = text.split('\0');
  text = messages.pop() ?? '';
  for (const message of messages) answer(JSON.parse(message) as Command);
});
commands.on('close', () => process.exit());
