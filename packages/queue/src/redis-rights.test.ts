import { checkRedisAtStart, commandsUsed, nonQueueingRedis, RedisScript } from '@toolpress/runtime';
import { quietLogger, startRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const RIGHTS = ['on', '>secret', '~toolpress:*', 'resetchannels', '&toolpress:*', '+@all'];
/** Without these a client does not get as far as that. */
const TO_CONNECT = ['INFO', 'PING', 'EXEC', 'MULTI'];

const runIt = new RedisScript(`return redis.call('BITCOUNT', KEYS[1])`);

describe('A start with a user of Redis', () => {
  let server: TestRedis;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.stop());

  /** @returns what the start says is wrong; nothing when all is well. */
  async function faultOf(...more: string[]): Promise<string | undefined> {
    await server.command('ACL', 'SETUSER', 'limited', 'reset', ...RIGHTS, ...more);
    const url = new URL(server.url);
    Object.assign(url, { username: 'limited', password: 'secret' });
    const redis = nonQueueingRedis(url.href, 'test', quietLogger());
    try {
      await checkRedisAtStart(redis, quietLogger());
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      redis.disconnect();
    }
  }

  it('works where all commands are allowed on our keys and channels', async () => {
    expect(await faultOf()).to.equal(undefined);
  });

  it('names the command that is not, whichever of those that we ever send', async () => {
    const commands = commandsUsed().filter((command) => !TO_CONNECT.includes(command));
    expect(commands).to.include.members(['BITCOUNT', 'TIME', 'PUBLISH']).and.have.lengthOf.at.least(60);
    for (const command of commands) {
      const said = await faultOf(`-${command.toLowerCase()}`);
      // Who may run no script can't be asked more.
      if (command === 'EVAL') expect(said, command).to.match(/rejects the connection: NOPERM/);
      else
        expect(said, command).to.include(
          `does not allow this user (NOPERM) to use ${command} with keys and channels that begin with`,
        );
    }
  });

  it('reports keys and channels outside the prefix', async () => {
    expect(await faultOf('resetkeys', '~other:*')).to.match(/\(NOPERM\) to use .* and \d+ more with keys and channels/);
    expect(await faultOf('resetkeys', '%R~toolpress:*')).to.match(
      /\(NOPERM\) to use .* and \d+ more with keys and channels/,
    );
    expect(await faultOf('resetchannels', '&other:*')).to.include('use PUBLISH, SUBSCRIBE with keys');
  });

  it('has no script take a key that is not ours: such a user would be refused all of it', async () => {
    const redis = nonQueueingRedis(server.url, 'test', quietLogger());
    try {
      for (const key of ['', 'other', 'toolpress']) {
        expect(() => runIt.run(redis, ['toolpress:a', key], {})).to.throw(TypeError, 'must begin with the prefix');
      }
    } finally {
      redis.disconnect();
    }
  });
});
