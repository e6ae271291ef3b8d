/** The endpoints of template variables and their versions. */
import {
  DifferenceQuery,
  DRAFT,
  PageQuery,
  PublishRequest,
  pageOf,
  ServiceError,
  shape,
  type TemplateVersion,
  Variable,
  VariableContent,
  VariableName,
  VariablePatch,
  VariableSummary,
  VariableVersion,
  VersionDifference,
  VersionInPath,
  WholeVersion,
  withoutAbsent,
} from '@toolpress/contract';
import { type Endpoint, forCaller, type RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { scoped } from '../../api/scopes.js';
import type { Caller } from '../../auth/callers.js';
import { deletedMeanwhile, etagOf, notFound, noVersion, shownVariable, wholeVersion, withWarnings } from './answers.js';
import { GET_TEMPLATE, LIST_TEMPLATES, PUBLISH_TEMPLATE, SAVE_TEMPLATE } from './for-agents.js';
import { patchVariable } from './patch-variable.js';
import { type TemplateTexts, templateWarnings } from './template-warnings.js';
import type { Author } from './variable-lists.js';
import type { FoundVersion, Hold, Variables } from './variables.js';
import { DIFFERENCES } from './version-differences.js';

const NameInPath = shape({ name: VariableName });

/** The name of the published version in paths and queries. */
const PUBLISHED = 'published';

/** The number of copies of a version in memory: the parts, the text of the answer and its bytes. */
const COPIES = 3;

export function variableEndpoints(
  variables: Variables,
  largeBodies: Pick<LargeBodies, 'call' | 'readAny'>,
): Endpoint[] {
  const calls = callsOf(variables, largeBodies);
  const endpoints = [...endpointsOfVariables(calls), ...endpointsOfVersions(calls), ...endpointsOfDrafts(calls)];
  return scoped(['templates'], endpoints).map((endpoint) => ({
    ...endpoint,
    alias: endpoint.path.replace(PATH, ALIAS) as `/${string}`,
  }));
}

const PATH = '/api/variables';
/** The name under which people look for them. */
const ALIAS = '/api/templates';

type Calls = ReturnType<typeof callsOf>;

function callsOf(variables: Variables, largeBodies: Pick<LargeBodies, 'call' | 'readAny'>) {
  const holdIn =
    ({ memory, signal }: Pick<RequestContext, 'memory' | 'signal'>): Hold =>
    (bytes) =>
      memory.answer.take(COPIES * bytes, signal, memory.answer.bytes > 0);
  const found = async (
    caller: Caller,
    name: string,
    version: string,
    context: Pick<RequestContext, 'memory' | 'signal'>,
  ): Promise<FoundVersion> => {
    const wanted = versionOf(version);
    const version_ = await variables.version(caller.accountId, name, wanted, context.signal, holdIn(context));
    if (version_ !== undefined) return version_;
    throw wanted === undefined ? notFound(name) : noVersion(name, wanted);
  };
  const published = async (caller: Caller, name: string, context: RequestContext) =>
    shownVariable(name, await found(caller, name, PUBLISHED, context));
  const warningsOf = (texts: TemplateTexts, { accountId }: Caller, { signal }: Pick<RequestContext, 'signal'>) =>
    templateWarnings(texts, largeBodies, { account: accountId, signal });
  const authorOf = ({ tokenId, tokenName }: Caller): Author => ({ id: tokenId, name: tokenName || null });
  return { variables, largeBodies, holdIn, found, published, warningsOf, authorOf };
}

function endpointsOfVariables({ variables, largeBodies, holdIn, published, warningsOf, authorOf }: Calls): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/variables/{name}',
      id: 'putVariable',
      agents: SAVE_TEMPLATE,
      audit: { action: 'variable.save' },
      summary: 'Creates a template variable, publishes a new version of it, or saves its draft',
      params: NameInPath,
      body: VariableContent,
      answer: Variable,
      conditions: ['If-Match', 'If-None-Match'],
      etagOf,
      async handle({ params, body, caller, preconditions }, context) {
        const warnings = await warningsOf(body, caller, context);
        const by = authorOf(caller);
        const saved = await variables.save(caller.accountId, params.name, body, by, preconditions);
        return withWarnings(saved, warnings);
      },
    }),
    forCaller({
      method: 'patch',
      path: '/api/variables/{name}',
      id: 'patchVariable',
      audit: { action: 'variable.save' },
      summary: 'Changes parts of a template variable, and publishes the result or saves it as the draft',
      params: NameInPath,
      body: VariablePatch,
      answer: Variable,
      errors: ['variable_not_found'],
      conditions: ['If-Match'],
      etagOf,
      async handle({ params: { name }, body, caller, preconditions }, context) {
        const by = authorOf(caller);
        const parts = { variables, largeBodies, hold: holdIn(context), signal: context.signal };
        const saved = await patchVariable(parts, { accountId: caller.accountId, name, by, preconditions }, body);
        if (saved === undefined) throw notFound(name);
        return withWarnings(saved, await warningsOf(saved, caller, context));
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables/{name}',
      id: 'getVariable',
      agents: GET_TEMPLATE,
      summary: 'The published version of a template variable with its content',
      params: NameInPath,
      answer: Variable,
      errors: ['variable_not_found'],
      etagOf,
      handle: ({ params, caller }, context) => published(caller, params.name, context),
    }),
    forCaller({
      method: 'delete',
      path: '/api/variables/{name}',
      id: 'deleteVariable',
      audit: { action: 'variable.delete' },
      summary: 'Deletes a template variable with its versions and its draft',
      params: NameInPath,
      answer: NameInPath,
      errors: ['variable_not_found'],
      conditions: ['If-Match'],
      async handle({ params, caller, preconditions }) {
        if (!(await variables.remove(caller.accountId, params.name, preconditions))) throw notFound(params.name);
        return { name: params.name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables',
      id: 'listVariables',
      agents: LIST_TEMPLATES,
      summary: 'All template variables of the account, without their contents',
      query: PageQuery,
      answer: pageOf(VariableSummary),
      handle: ({ query, caller }) => variables.lists.all(caller.accountId, query),
    }),
  ];
}

function endpointsOfVersions({ variables, found }: Calls): Endpoint[] {
  return [
    forCaller({
      method: 'get',
      path: '/api/variables/{name}/versions',
      id: 'listVariableVersions',
      summary: 'The versions of a template variable, the newest first, without their contents',
      params: NameInPath,
      query: PageQuery,
      answer: pageOf(VariableVersion),
      errors: ['variable_not_found'],
      async handle({ params: { name }, query, caller }) {
        const page = await variables.lists.versions(caller.accountId, name, query);
        if (page === undefined) throw notFound(name);
        return page;
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables/{name}/versions/{version}',
      id: 'getVariableVersion',
      summary: 'One version of a template variable, or its draft, with its content',
      params: VersionInPath,
      answer: WholeVersion,
      errors: ['variable_not_found', 'version_not_found'],
      etagOf,
      handle: async ({ params: { name, version }, caller }, context) =>
        wholeVersion(name, await found(caller, name, version, context)),
    }),
  ];
}

function endpointsOfDrafts({ variables, largeBodies, found, published, warningsOf }: Calls): Endpoint[] {
  return [
    forCaller({
      method: 'post',
      path: '/api/variables/{name}/publish',
      id: 'publishVariable',
      agents: PUBLISH_TEMPLATE,
      audit: { action: 'variable.publish' },
      summary: 'Publishes the draft of a template variable as a new version, or an earlier version again',
      params: NameInPath,
      body: PublishRequest,
      answer: Variable,
      errors: ['variable_not_found', 'version_not_found'],
      conditions: ['If-Match'],
      etagOf,
      async handle({ params: { name }, body: { version, note }, caller, preconditions }, context) {
        const isDone = await variables.publish(caller.accountId, name, version, { note, preconditions });
        if (!isDone) throw noVersion(name, version);
        const shown = await published(caller, name, context).catch((error: unknown) => {
          const isGone = error instanceof ServiceError && error.code === 'variable_not_found';
          throw isGone ? deletedMeanwhile(name, error) : error;
        });
        return withoutAbsent({ ...shown, warnings: await warningsOf(shown, caller, context) });
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/variables/{name}/draft',
      id: 'deleteVariableDraft',
      audit: { action: 'variable.delete_draft' },
      summary: 'Deletes the draft of a template variable',
      params: NameInPath,
      answer: NameInPath,
      errors: ['version_not_found'],
      conditions: ['If-Match'],
      async handle({ params: { name }, caller, preconditions }) {
        if (!(await variables.removeDraft(caller.accountId, name, preconditions))) throw noVersion(name, DRAFT);
        return { name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/variables/{name}/diff',
      id: 'compareVariableVersions',
      summary: 'The differences of two versions of a template variable as text',
      params: NameInPath,
      query: DifferenceQuery,
      answer: VersionDifference,
      errors: ['variable_not_found', 'version_not_found'],
      async handle({ params: { name }, query: { from = PUBLISHED, to = DRAFT }, caller }, context) {
        const [before, after] = [await found(caller, name, from, context), await found(caller, name, to, context)];
        const names = [before, after].map(({ version }) => `${name}@${version}`) as [string, string];
        const owner = { account: caller.accountId, signal: context.signal };
        const bytes = before.bytes + after.bytes;
        const differences = await largeBodies.call(DIFFERENCES, [before.record, after.record, names], bytes, owner);
        return { from: before.version, to: after.version, ...differences };
      },
    }),
  ];
}

/** Returns the version of a path or a query; undefined for the published one. */
function versionOf(version: string): TemplateVersion | undefined {
  if (version === PUBLISHED) return undefined;
  return version === DRAFT ? DRAFT : Number(version);
}
