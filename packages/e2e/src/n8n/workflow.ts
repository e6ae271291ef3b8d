/** Workflows of n8n in the form of its files. */
import type { Workflow } from './program.js';

type Parameters = Record<string, unknown>;

/** A node with those that follow it. */
export interface Step {
  name: string;
  parameters: Parameters;
  /** Whether an error is the output of its item. */
  continues?: boolean;
  then?: Step[];
}

/** Returns a workflow that makes items of a list, and sends them to each of the steps. */
export function workflowOf(id: string, items: object[], steps: Step[]): Workflow {
  const nodes: object[] = [];
  const connections: Record<string, object> = {};
  const add = (name: string, type: string, typeVersion: number, parameters: Parameters, more = {}, then: Step[] = []) => {
    const y = 100 * nodes.length;
    nodes.push({ id: `node-${nodes.length}`, name, type, typeVersion, position: [0, y], parameters, ...more });
    connections[name] = { main: [then.map((step) => ({ node: step.name, type: 'main', index: 0 }))] };
  };
  const follow = ({ name, parameters, continues = false, then = [] }: Step): void => {
    const credentials = { toolpressApi: { id: 'account', name: 'Account' } };
    const onError = continues ? { onError: 'continueRegularOutput' } : {};
    add(name, 'n8n-nodes-toolpress.toolpress', 1, parameters, { credentials, ...onError }, then);
    for (const step of then) follow(step);
  };
  const next = (name: string): Step[] => [{ name, parameters: {} }];
  const list = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
  add('Start', 'n8n-nodes-base.manualTrigger', 1, {}, {}, next('List'));
  add('List', 'n8n-nodes-base.set', 3.4, list, {}, next('Items'));
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
  const json = /^\{$[^]*^\}$/m.exec(printed)?.[0];
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
