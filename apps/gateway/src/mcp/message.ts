/** Reads messages of the Model Context Protocol, large ones in a thread. */
import { isDeeperThan, type RawJson, rawOf, ServiceError, WithRaw } from '@toolpress/contract';
import { Moved } from '@toolpress/runtime/peer';
import { type JsonCounts, parseJson } from '../api/json.js';
import type { BodyOwner, LargeBodies } from '../api/large-bodies.js';
import { called, countUnlessLarge } from '../api/large-body-tasks.js';

/** The deepest nesting of a message. Fields have lower limits of their own; the protocol’s library overflows the stack at some thousand levels. */
const MAX_DEPTH = 1_000;
/** The largest number of names and values of a message without a tool's arguments. Each takes the protocol’s library microseconds. */
const MAX_VALUES = 1_000;

/** An argument that the server looks at, and that is also part of a request's body. */
const LOOKED_AT = 'filename';

/** The arguments of each tool that are not part of a request's body. */
export type OutsideBodies = Readonly<Record<string, readonly string[]>>;

type Members = Record<string, unknown>;

export interface McpMessage {
  /** The message with empty arguments. */
  message: unknown;
  /** The arguments of a tool that are a request's body, and those that are looked at. */
  args: Members | RawJson;
  lookedAt: Members;
}

/** @param outside the arguments that are not of the body, by tool. @throws ServiceError `invalid_json`, `invalid_parameter`. */
export async function readMessage(
  bytes: Buffer,
  outside: OutsideBodies,
  largeBodies: LargeBodies,
  owner: BodyOwner,
): Promise<McpMessage> {
  const counts = countUnlessLarge(bytes);
  if (counts !== undefined) return messageIn(bytes, outside, counts);
  return largeBodies.call(LARGE_MESSAGE, [new Moved(bytes, bytes), outside], bytes.length, owner);
}

function messageIn(bytes: Uint8Array, outside: OutsideBodies, counts?: JsonCounts): McpMessage & { args: Members } {
  const message = parseJson(bytes, counts);
  if (Array.isArray(message)) throw invalid('Send one JSON-RPC message in a request, not a list of messages.');
  if (isObject(message) && isDeeperThan(MAX_DEPTH, message))
    throw invalid(`The message must be nested at most ${MAX_DEPTH.toLocaleString('en')} levels deep.`);
  const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
  const isCall = isObject(message) && message['method'] === 'tools/call';
  const given = isCall ? params['arguments'] : undefined;
  // As the protocol's library does, without a name that would become a prototype.
  const { ['__proto__']: _, ...args } = isObject(given) ? given : {};
  // The protocol's library would copy the arguments.
  const rest = isObject(given) ? { ...(message as Members), params: { ...params, arguments: {} } } : message;
  if (hasMore(MAX_VALUES, rest))
    throw invalid(
      `The message must have at most ${MAX_VALUES.toLocaleString('en')} names and values besides \`params.arguments\`.`,
    );
  const tool = params['name'];
  const named = typeof tool === 'string' && Object.hasOwn(outside, tool) ? (outside[tool] ?? []) : [];
  const found = [LOOKED_AT, ...named].filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]]);
  for (const name of named) delete args[name];
  return { message: rest, args, lookedAt: Object.fromEntries(found) as Members };
}

/** Reads a large message in a thread. @throws ServiceError as `readMessage`. @public */
export function largeMessage(bytes: Uint8Array, outside: OutsideBodies): WithRaw<McpMessage> {
  const { args, ...rest } = messageIn(bytes, outside);
  return new WithRaw({ ...rest, args: rawOf(args) }, [['args']]);
}

const LARGE_MESSAGE = called(import.meta.url, largeMessage);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a value has more names and values. */
function hasMore(most: number, value: unknown): boolean {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const children: unknown[] = Object.values(next);
    count += Array.isArray(next) ? children.length : 2 * children.length;
    if (count > most) return true;
    for (const child of children) open.push(child);
  }
  return false;
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameter', message);
