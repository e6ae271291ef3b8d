/** Ports that are free at this moment. */
import { createServer } from 'node:net';
import { Problem } from '../problem.mjs';

const DEFAULT_PORT = 8080;

/**
 * @param {string} host
 * @param {number | undefined} given must be free then (0: any free one); undefined: 8080 or the next free one
 * @returns {Promise<number>}
 * @throws {Problem} when there is none
 */
export async function choosePort(host, given) {
  if (given === 0) return (await tryPort(host, 0)) ?? fail(host, 'no port is free');
  if (given !== undefined) return (await tryPort(host, given)) ?? fail(host, `PORT ${given} is taken`);
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port += 1) {
    if ((await tryPort(host, port)) !== undefined) return port;
  }
  return fail(host, `no port from ${DEFAULT_PORT} on is free; choose one with PORT`);
}

/**
 * @param {string} host
 * @param {number} port 0: any
 * @returns {Promise<number | undefined>} the port; undefined when it is taken
 * @throws {Problem} when listening there is not possible at all
 */
export async function tryPort(host, port) {
  const server = createServer();
  /** @type {NodeJS.ErrnoException | undefined} */
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (error?.code === 'EADDRINUSE') return undefined;
  if (error !== undefined) return fail(host, error.message);
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/**
 * @param {string} host
 * @param {string} reason
 * @returns {never}
 */
function fail(host, reason) {
  throw new Problem(`The gateway can't listen on ${host}: ${reason}.`);
}
