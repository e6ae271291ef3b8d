/** The template variables of a running service. */
import type { Page, Variable, VariableVersion, WholeVersion } from '@toolpress/contract';
import { findTarget, Problem, type Target } from '../config.js';
import { callService } from '../service.js';

export class TemplateApi {
  readonly #target: Target;

  constructor(url: string | undefined, tokenFile: string | undefined) {
    this.#target = findTarget(url, 'API_TOKEN', tokenFile);
  }

  /** @returns undefined when the variable or the version does not exist. @throws Problem with the service's message. */
  async find(name: string, version: string): Promise<WholeVersion | undefined> {
    const answer = await this.#call(name, `/versions/${encodeURIComponent(version)}`, 'GET');
    if (answer.isDone) return answer.data as WholeVersion;
    if (answer.code === 'variable_not_found' || answer.code === 'version_not_found') return undefined;
    throw problem(name, answer);
  }

  /** Returns the versions, the newest first. */
  async versions(name: string): Promise<VariableVersion[]> {
    return (await this.#done<Page<VariableVersion>>(name, '/versions?limit=1000', 'GET')).items;
  }

  /** @param isMerged whether parts that the body does not have are kept. */
  save(name: string, body: string, isMerged: boolean): Promise<Variable> {
    return this.#done(name, '', isMerged ? 'PATCH' : 'PUT', body);
  }

  publish(name: string, version: number | 'draft', note?: string): Promise<Variable> {
    return this.#done(name, '/publish', 'POST', JSON.stringify({ version, note }));
  }

  /** Sends a request to a path with a JSON body. @throws Problem with the service's message. */
  async post<Data>(path: string, body: unknown): Promise<Data> {
    const answer = await callService(this.#target, path, { ...CALLER, method: 'POST', body: JSON.stringify(body) });
    if (answer.isDone) return answer.data as Data;
    throw problem(path, answer);
  }

  async #done<Data>(name: string, path: string, method: string, body?: string): Promise<Data> {
    const answer = await this.#call(name, path, method, body);
    if (answer.isDone) return answer.data as Data;
    throw problem(name, answer);
  }

  #call(name: string, path: string, method: string, body?: string) {
    const address = `/api/variables/${encodeURIComponent(name)}${path}`;
    return callService(this.#target, address, { ...CALLER, method, ...(body !== undefined && { body }) });
  }
}

const CALLER = { what: 'API token' };

const problem = (
  what: string,
  { error, status, code }: { error: string; status: number; code: string | null },
): Problem => new Problem(`${what}: ${error} (${[status, code].filter(Boolean).join(' ')})`);
