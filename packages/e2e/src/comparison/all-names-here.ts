/** For `node --import` of the service's processes: resolves every name to this machine, and port 443 to LOCAL_WEB_PORT. */
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const here = [{ address: '127.0.0.1', family: 4 }];
const port = Number(process.env['LOCAL_WEB_PORT']);

Object.assign(dns, { lookup: async () => here });
syncBuiltinESMExports();

const { connect } = Socket.prototype as { connect: (...call: unknown[]) => Socket };
Object.assign(Socket.prototype, {
  connect(this: Socket, ...call: unknown[]): Socket {
    const options = (Array.isArray(call[0]) ? call[0][0] : call[0]) as { port?: number | string };
    if (Number(options?.port) === 443) options.port = port;
    return connect.apply(this, call);
  },
});
