/**
 * Prints how get-record behaves with each kind of server, as a table:
 *
 *     node packages/e2e/dist/records/main.js [--only words] [--messages]
 *
 * Starts each server that this machine has, fills it, and calls the service. `real` servers run here, `recorded` ones answer as their
 * documentation says. A cell is the status of the answer, with `!` if it is not the expected one, and `-` if the server has no such case.
 * `--messages` prints each message. The exit code is 0 when all answers are as expected and no secret was found.
 */
import { parseArgs } from 'node:util';
import { type Answer, TestService, table } from '@toolpress/testkit';
import { answerOf, CASES, connect, faultOf, leaks, type RecordServer, type ServerKind } from './cases.js';
import { SERVERS } from './servers.js';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, messages: { type: 'boolean', default: false } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const rows: string[][] = [];
const notes: string[] = [];
const messages: string[] = [];
for (const kind of SERVERS.filter(({ name }) => name.includes(values.only))) await tryServer(kind);
for (const line of table(['server', 'kind:', ...CASES], rows)) print(line);
for (const line of [...messages, ...notes]) print(line);
process.exitCode = notes.length === 0 ? 0 : 1;

async function tryServer(kind: ServerKind): Promise<void> {
  const why = kind.missing();
  if (why !== undefined) return void rows.push([kind.name, `not run: ${why}`]);
  const server = await kind.start();
  const env = { RECORD_HOSTS: server.hosts.join(), ...server.env };
  const service = await TestService.start({ workers: 0, env });
  try {
    await connect(service, server);
    rows.push([server.title, kind.isReal ? 'real' : 'recorded', ...(await statuses(service, server))]);
  } finally {
    await service.stop();
    await server.stop();
  }
}

async function statuses(service: TestService, server: RecordServer): Promise<string[]> {
  const answers: Answer[] = [];
  const cells: string[] = [];
  for (const each of CASES) {
    const call = server.calls[each];
    if (call === undefined) {
      cells.push('-');
      continue;
    }
    const answer = await answerOf(service, each, call);
    answers.push(answer);
    const fault = faultOf(answer, call.expected);
    cells.push(`${answer.status}${fault === undefined ? '' : '!'}`);
    if (fault !== undefined) notes.push(`${server.title}, ${each}: ${fault}`);
    if (values.messages)
      messages.push(
        `${server.title}, ${each}: ${answer.status} ${answer.body.error ?? JSON.stringify(answer.body.data).slice(0, 200)}`,
      );
  }
  for (const leak of await leaks(service, server, answers)) notes.push(`${server.title}: ${leak}`);
  return cells;
}
