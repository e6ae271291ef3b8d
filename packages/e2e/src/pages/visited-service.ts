/** A service and a visitor of its pages, for the tests of a `describe`. */
import { TestService } from '@toolpress/testkit';
import { after, before } from 'mocha';
import { Visitor } from './visitor.js';

/** Starts them before the tests, and stops them afterwards. The result's fields are set when the tests run. */
export function visitedService() {
  const signal = (name: NodeJS.Signals): void => {
    for (const { pid } of started.service?.workers ?? []) process.kill(pid, name);
  };
  const print = (html: string) => started.service.call('/api/utilities/html-to-pdf', { body: { html } });
  const started = { signal, print } as {
    service: TestService;
    visitor: Visitor;
    signal: typeof signal;
    print: typeof print;
  };
  before(async () => {
    started.service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2', SIGNED_URL_TTL: '1' } });
    started.visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', started.service.url);
  });
  after(async () => {
    signal('SIGCONT');
    await started.visitor?.close();
    await started.service?.stop();
  });
  return started;
}
