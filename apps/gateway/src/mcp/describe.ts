/** The tool that explains the options of other tools, most of which are not in the list of tools. */
import type { Tool } from '@modelcontextprotocol/server';
import { oneOf, ServiceError, shape, text, validate } from '@toolpress/contract';
import { type JsonSchema, jsonSchema, mapValues } from '../openapi/schemas.js';
import { firstSentence, listedArgument } from './schemas.js';
import type { McpTools } from './tools.js';

export const DESCRIBE_OPTIONS = 'describe_options';

export interface Describing {
  describer: Tool;
  /** Returns the options of a tool with a sentence each, or the JSON schema of one. @throws ServiceError `invalid_parameter`. */
  describe(args: Record<string, unknown>): object;
}

export function describing(tools: McpTools): Describing {
  const Asked = shape(
    { tool: oneOf(...tools.keys()) },
    {
      option: text()
        .max(100)
        .description(
          'One option, or a member of it by its path: `e_invoice.invoice`. Without it the answer lists all.',
        ),
    },
  );
  return {
    describer: {
      name: DESCRIBE_OPTIONS,
      title: 'Explain the options of a tool',
      description: [
        'Lists all options of a tool with a sentence each, or returns the JSON schema of one. Free.',
        'The list of tools has the usual options only, and objects without their members.',
        'Call it before you use an option that you do not see in full.',
      ].join('\n'),
      inputSchema: jsonSchema(Asked, 'input') as Tool['inputSchema'],
      outputSchema: { type: 'object', properties: { options: { type: 'object' }, schema: { type: 'object' } } },
      annotations: { openWorldHint: false, readOnlyHint: true },
    },
    describe(args) {
      const { tool: name, option } = validate(Asked, args, 'arguments');
      const options = tools.get(name)?.options ?? {};
      if (option === undefined) {
        const all = Object.entries(options).map(([known, { description = '' }]) => [known, firstSentence(description)]);
        return { options: Object.fromEntries(all) };
      }
      let found: JsonSchema = { properties: options };
      for (const [index, part] of option.split('.').entries()) {
        const members = membersOf(found);
        const next = Object.hasOwn(members, part) ? members[part] : undefined;
        if (next === undefined) throw noOption(option.split('.').slice(0, index), Object.keys(members));
        found = next;
      }
      return { schema: JSON.stringify(found).length > MAX_SCHEMA ? withListedMembers(found) : found };
    },
  };
}

/** The longest schema in characters that is returned whole. */
const MAX_SCHEMA = 8_000;

/** Returns the members of an object, of the objects in a list, or of the objects among alternatives. */
function membersOf({ properties, items, anyOf = [] }: JsonSchema): Record<string, JsonSchema> {
  if (items !== undefined) return membersOf(items);
  return Object.assign({}, ...anyOf.map(membersOf), properties);
}

/** Returns a long schema with its members as the list of tools has options. */
const withListedMembers = ({ description, type, items, ...schema }: JsonSchema): JsonSchema => ({
  ...(description && { description }),
  ...(type && { type }),
  ...(items
    ? { items: withListedMembers(items) }
    : { properties: mapValues(membersOf(schema), listedArgument), required: schema.required ?? [] }),
});

function noOption(of: readonly string[], names: readonly string[]): ServiceError {
  const whose = of.length === 0 ? 'an option' : `a member of \`${of.join('.')}\``;
  const known = names.length === 0 ? ', which has none' : `: ${names.join(', ')}`;
  return new ServiceError('invalid_parameter', `\`option\` must name ${whose}${known}.`);
}
