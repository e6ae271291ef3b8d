/** What token holders do with saved template variables. */
import {
  PageQuery,
  pageOf,
  ServiceError,
  shape,
  Variable,
  VariableContent,
  VariableName,
  VariableSummary,
} from '@toolpress/contract';
import { type Endpoint, forCaller } from '../../http/endpoint.js';
import type { Variables } from './variables.js';

const NameInPath = shape({ name: VariableName });

export function variableEndpoints(variables: Variables): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/variables/{name}',
      summary: 'Saves a template variable, or replaces it',
      params: NameInPath,
      body: VariableContent,
      answer: Variable,
      errors: [],
      handle: ({ params, body, caller }) => variables.save(caller.accountId, params.name, body),
    }),
    forCaller({
      method: 'get',
      path: '/api/variables/{name}',
      summary: 'One template variable with its content',
      params: NameInPath,
      answer: Variable,
      errors: ['variable_not_found'],
      async handle({ params, caller }, { signal, memory }) {
        // The content, the answer's text, its bytes.
        const hold = (bytes: number) => memory.take('answer', 3 * bytes, signal);
        const variable = await variables.find(caller.accountId, params.name, signal, hold);
        if (variable === undefined) throw notFound(params.name);
        return variable;
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/variables/{name}',
      summary: 'Deletes a template variable',
      params: NameInPath,
      answer: NameInPath,
      errors: ['variable_not_found'],
      async handle({ params, caller }) {
        if (!(await variables.remove(caller.accountId, params.name))) throw notFound(params.name);
        return { name: params.name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables',
      summary: 'All template variables of the account, without their contents',
      query: PageQuery,
      answer: pageOf(VariableSummary),
      errors: [],
      handle: ({ query, caller }) => variables.list(caller.accountId, query),
    }),
  ];
}

const notFound = (name: string): ServiceError =>
  new ServiceError('variable_not_found', `The account has no template variable \`${name}\`.`);
