/** A thread that does what the tests ask for. */
import { ServiceError } from '@toolpress/contract';
import { Moved } from '../peer.js';
import { type ServedTask, serveTasks } from '../serve-tasks.js';

export interface TestTask {
  act: 'echo' | 'burn' | 'hold' | 'swallow' | 'refuse' | 'fail' | 'ask' | 'serve' | 'move' | 'wait' | 'uncaught';
  given?: unknown;
}

/** The largest number of objects that `swallow` keeps. */
const MANY = 50_000_000;

async function act({ task: { act: what, given }, host, serve }: ServedTask<TestTask>): Promise<unknown> {
  host.begin(1);
  switch (what) {
    case 'burn':
      for (const until = performance.now() + Number(given); performance.now() < until; );
      return 'burnt';
    case 'hold':
      while (Atomics.load(given as Int32Array, 0) === 0);
      return 'released';
    case 'swallow': {
      const kept: object[] = [];
      while (kept.length < MANY) kept.push({ [`name${kept.length}`]: kept.length });
      return kept.length;
    }
    case 'refuse':
      throw new ServiceError('template_invalid', 'the task refuses');
    case 'fail':
      throw new TypeError('the task fails');
    case 'ask':
      return host.call('answer', given);
    case 'serve':
      serve({ double: (value: number) => 2 * value });
      return host.call('callBack');
    case 'move': {
      const bytes = new Uint8Array(Number(given)).fill(7);
      return new Moved({ bytes, length: bytes.length }, bytes);
    }
    case 'wait':
      return new Promise(() => undefined);
    case 'uncaught':
      setTimeout(() => {
        throw new Error('thrown by a timer');
      });
      return new Promise(() => undefined);
    default:
      return given;
  }
}

serveTasks<TestTask>(act);
