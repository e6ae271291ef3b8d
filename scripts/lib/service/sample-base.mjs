/**
 * The sample base for get-record: a PostgreSQL with customers, orders and items, in memory and for loopback only. It is
 * PGlite, which is PostgreSQL in WebAssembly. It runs in a thread from the first request until it is idle, because it
 * needs 400 MB of memory. Other users of this machine can connect without a password: it holds no secrets.
 *
 * Arguments: the port, the file with the prepared database.
 */
import { createServer } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** The time in milliseconds after the last connection until the thread is stopped. */
const IDLE_MS = 60_000;
/** Codes of requests that come before the start of a session: TLS and cancellation. */
const SSL_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;

if (!isMainThread && workerData?.sampleBase !== undefined) await serveDatabase(workerData.sampleBase);
else if (process.argv[1]?.endsWith('sample-base.mjs')) listen(Number(process.argv[2]), process.argv[3] ?? '');

/** @param {number} port @param {string} prepared */
function listen(port, prepared) {
  /** @type {Worker | undefined} */
  let database;
  /** @type {NodeJS.Timeout | undefined} */
  let idle;
  let isBusy = false;
  /** @type {(() => void)[]} sessions that wait: PGlite has one session at a time */
  const waiting = [];
  const next = () => {
    isBusy = false;
    waiting.shift()?.();
    if (isBusy) return;
    clearTimeout(idle);
    idle = setTimeout(() => {
      // A session that begins now needs a new thread.
      void database?.terminate();
      database = undefined;
    }, IDLE_MS);
  };
  const server = createServer((socket) => {
    const begin = () => {
      if (socket.destroyed) return next();
      isBusy = true;
      clearTimeout(idle);
      if (database === undefined) {
        const thread = new Worker(new URL(import.meta.url), { workerData: { sampleBase: prepared } });
        thread.once('exit', () => {
          if (database === thread) database = undefined;
        });
        thread.on('error', (error) => process.stderr.write(`${error.stack}\n`));
        database = thread;
      }
      session(socket, database, next);
    };
    socket.on('error', () => undefined);
    if (isBusy) waiting.push(begin);
    else begin();
  });
  server.listen(port, '127.0.0.1', () => process.send?.('started'));
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => process.exit(0));
}

/**
 * Passes the messages of one client to the database, one at a time.
 *
 * @param {import('node:net').Socket} socket @param {Worker} database @param {() => void} done
 */
function session(socket, database, done) {
  let buffer = Buffer.alloc(0);
  let hasStarted = false;
  let isWaiting = false;
  let hasEnded = false;
  const answer = (/** @type {Uint8Array} */ bytes) => {
    isWaiting = false;
    socket.write(bytes);
    read();
  };
  const gone = () => {
    hasEnded = true;
    socket.destroy();
  };
  database.on('message', answer).once('exit', gone);
  const read = () => {
    while (!isWaiting) {
      // The first message has no type.
      const head = hasStarted ? 1 : 0;
      if (buffer.length < head + 4) return;
      const length = head + buffer.readUInt32BE(head);
      if (length > 1_000_000) return void socket.destroy();
      if (buffer.length < length) return;
      const message = buffer.subarray(0, length);
      buffer = buffer.subarray(length);
      if (hasStarted && message[0] === 'X'.charCodeAt(0)) return void socket.end();
      const code = hasStarted ? 0 : message.readUInt32BE(4);
      if (code === SSL_REQUEST) socket.write('N');
      else if (code === CANCEL_REQUEST) return void socket.end();
      else {
        hasStarted = true;
        isWaiting = true;
        database.postMessage(new Uint8Array(message));
      }
    }
  };
  socket.on('data', (bytes) => {
    buffer = Buffer.concat([buffer, bytes]);
    read();
  });
  socket.once('close', () => {
    database.off('message', answer).off('exit', gone);
    if (hasEnded || !hasStarted) return done();
    // The thread may also end before it answers.
    const finish = () => {
      database.off('message', settle).off('message', finish).off('exit', finish);
      done();
    };
    // The transaction of a client that hung up must not be the next one's.
    const message = Buffer.from('Q\0\0\0\0ROLLBACK\0');
    message.writeUInt32BE(message.length - 1, 1);
    const settle = () => {
      if (isWaiting) database.once('message', settle);
      else {
        database.once('message', finish);
        database.postMessage(new Uint8Array(message));
      }
      isWaiting = false;
    };
    database.once('exit', finish);
    settle();
  });
}

/**
 * In the thread: opens the database, which is prepared at the first time, and answers messages in order.
 *
 * @param {string} prepared
 */
async function serveDatabase(prepared) {
  const { PGlite } = await import('@electric-sql/pglite');
  const { existsSync, readFileSync, renameSync, writeFileSync } = await import('node:fs');
  const isPrepared = existsSync(prepared);
  const database = await PGlite.create(isPrepared ? { loadDataDir: new Blob([readFileSync(prepared)]) } : {});
  if (!isPrepared) {
    await database.exec(readFileSync(new URL('./sample-base.sql', import.meta.url), 'utf8'));
    // A process that ends here must not leave half a file.
    const unfinished = `${prepared}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()), { mode: 0o600 });
    renameSync(unfinished, prepared);
  }
  let last = Promise.resolve();
  parentPort?.on('message', (message) => {
    last = last.then(async () => parentPort?.postMessage(await database.execProtocolRaw(message)));
  });
}
