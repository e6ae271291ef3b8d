/** Workflows of n8n in the form of its files. */
import type { Workflow } from './program.js';

type Parameters = Record<string, unknown>;

/** A node with those that follow it. */
export interface Step {
  name: string;
  parameters: Parameters;
  /** Whether an error is the output of its item. */
  continues?: boolean;
  next?: Step[];
}

/** Returns a workflow that makes items of a list, and sends them to each of the steps. */
export function workflowOf(id: string, items: object[], steps: Step[]): Workflow {
  const nodes: object[] = [];
  const connections: Record<string, object> = {};
  const add = (
    name: string,
    type: string,
    typeVersion: number,
    parameters: Parameters,
    more = {},
    next: Step[] = [],
  ) => {
    const y = 100 * nodes.length;
    nodes.push({ id: `node-${nodes.length}`, name, type, typeVersion, position: [0, y], parameters, ...more });
    connections[name] = { main: [next.map((step) => ({ node: step.name, type: 'main', index: 0 }))] };
  };
  const follow = ({ name, parameters, continues = false, next = [] }: Step): void => {
    const credentials = { toolpressApi: { id: 'account', name: 'Account' } };
    const onError = continues ? { onError: 'continueRegularOutput' } : {};
    add(name, 'n8n-nodes-toolpress.toolpress', 1, parameters, { credentials, ...onError }, next);
    for (const step of next) follow(step);
  };
  const only = (name: string): Step[] => [{ name, parameters: {} }];
  const list = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
  add('Start', 'n8n-nodes-base.manualTrigger', 1, {}, {}, only('List'));
  add('List', 'n8n-nodes-base.set', 3.4, list, {}, only('Items'));
  add('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items', options: {} }, {}, steps);
  for (const step of steps) follow(step);
  return { id, nodes, connections };
}

export interface OutputItem {
  json: Record<string, unknown>;
  binary?: Record<string, { data: string; mimeType: string; fileName: string }>;
}

/** Returns the items that each node of an execution returned. */
export function outputsOf(printed: string): Record<string, OutputItem[]> {
  const json = /^\{$[\s\S]*^\}$/m.exec(printed)?.[0];
  if (json === undefined) throw new Error(`n8n printed no result:\n${printed}`);
  const { data } = JSON.parse(json) as {
    data: { resultData: { error?: object; runData: Record<string, { data?: { main: (OutputItem[] | null)[] } }[]> } };
  };
  const { error } = data.resultData;
  if (error !== undefined) throw new Error(`The workflow failed: ${JSON.stringify(error)}`);
  return Object.fromEntries(
    Object.entries(data.resultData.runData).map(([name, [run]]) => [name, run?.data?.main[0] ?? []]),
  );
}
