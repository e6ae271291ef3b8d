/**
 * Stand-ins for servers of records, for those that tests cannot start: real HTTP servers that answer as the documentation of each server
 * says. The record's ID decides the answer.
 */
import type { ServerResponse } from 'node:http';
import { type HttpTarget, type ReceivedRequest, startHttpTarget } from './http-target.js';

export const RECORD_TOKEN = 'recordTokenOfTheDouble4711';
/** The token of SeaTable that the API token is exchanged for. */
const INNER_TOKEN = 'eyJ.base.token';
/** The ID of the record that is answered in a certain way; some servers have numbers only. */
export const RECORDS = {
  found: '1',
  notFound: '2',
  noPermission: '3',
  throttled: '4',
  slow: '5',
  broken: '6',
  huge: '7',
  unicode: '8',
  empty: '9',
  exact: '10',
} as const;
export const DOUBLE_TABLE = '100';
const WRONG_TABLE = '404';

type Case = keyof typeof RECORDS | 'wrongToken' | 'wrongBase' | 'wrongTable';
type Fields = Record<string, unknown>;
type Reply = readonly [status: number, body: unknown];

interface Dialect {
  /** Returns the token of a request. */
  token(headers: ReceivedRequest['headers']): string | undefined;
  /** The path of a request for a record, with the groups `base` (if there is one), `table` and `record`. */
  path: RegExp;
  /** The base that exists. The default fits servers with only one. */
  base?: string;
  record(id: string, fields: Fields): unknown;
  /** The answers for errors, as documented. */
  errors: Record<'notFound' | 'noPermission' | 'wrongToken' | 'wrongTable', Reply> & { wrongBase?: Reply };
  /** The path that is answered without a valid token, too. */
  open?: string;
  /** Answers requests that are not for a record, such as the exchange of a token. */
  other?(request: ReceivedRequest): Reply | undefined;
  /** The headers of a token that was exchanged. */
  innerToken?: string;
}

const CREATED = '2026-02-03T04:05:06.000Z';
const bearer = ({ authorization = '' }: ReceivedRequest['headers']): string | undefined =>
  /^Bearer (.+)$/.exec(authorization)?.[1];
const tokenWord = ({ authorization = '' }: ReceivedRequest['headers']): string | undefined =>
  /^Token (.+)$/.exec(authorization)?.[1];

const NOT_PERMITTED = 'You don\'t have permission to access collection "orders" or it does not exist. Queried in root.';

export const DIALECTS = {
  pocketbase: {
    token: ({ authorization }) => authorization,
    path: /^\/api\/collections\/(?<table>[^/]+)\/records\/(?<record>[^/?]+)$/,
    record: (id, fields) => ({ collectionId: 'c1', collectionName: 'orders', id, created: CREATED, ...fields }),
    errors: {
      notFound: [404, { status: 404, message: "The requested resource wasn't found.", data: {} }],
      noPermission: [403, { status: 403, message: 'Only superusers can perform this action.', data: {} }],
      wrongToken: [404, { status: 404, message: "The requested resource wasn't found.", data: {} }],
      wrongTable: [404, { status: 404, message: 'Missing or invalid collection context.', data: {} }],
    },
    open: '/api/health',
    other: ({ path }) => (path === '/api/health' ? [200, { code: 200, message: 'API is healthy.' }] : undefined),
  },
  nocodb: {
    token: (headers) => String(headers['xc-token']),
    path: /^\/api\/v3\/data\/(?<base>[^/]+)\/(?<table>[^/]+)\/records\/(?<record>[^/?]+)$/,
    base: 'pbase01',
    record: (id, fields) => ({ id: Number(id), fields: { ...fields, CreatedAt: CREATED } }),
    errors: {
      notFound: [404, { error: 'ERR_RECORD_NOT_FOUND', message: "Record '2' not found" }],
      noPermission: [403, { error: 'ERR_FORBIDDEN', message: 'Forbidden - insufficient permissions' }],
      wrongToken: [401, { error: 'ERR_AUTHENTICATION_REQUIRED', message: 'Authentication required - Invalid token' }],
      wrongTable: [422, { error: 'ERR_TABLE_NOT_FOUND', message: "Table '404' not found" }],
      wrongBase: [422, { error: 'ERR_BASE_NOT_FOUND', message: "Base 'other' not found" }],
    },
    open: '/api/v1/auth/user/me',
    other({ path, headers }) {
      if (path !== '/api/v1/auth/user/me') return undefined;
      const isKnown = headers['xc-token'] === RECORD_TOKEN;
      return [200, isKnown ? { id: 'us1', email: 'a@b.example' } : { roles: { guest: true } }];
    },
  },
  baserow: {
    token: tokenWord,
    path: /^\/api\/database\/rows\/table\/(?<table>\d+)\/(?<record>\d+)\/\?user_field_names=true$/,
    record: (id, fields) => ({ id: Number(id), order: '1.00000000000000000000', ...fields }),
    errors: {
      notFound: [404, { error: 'ERROR_ROW_DOES_NOT_EXIST', detail: 'The rows [2] do not exist.' }],
      noPermission: [
        401,
        { error: 'ERROR_NO_PERMISSION_TO_TABLE', detail: 'The token does not have permissions to the table.' },
      ],
      wrongToken: [401, { error: 'ERROR_TOKEN_DOES_NOT_EXIST', detail: 'The provided token does not exist.' }],
      wrongTable: [404, { error: 'ERROR_TABLE_DOES_NOT_EXIST', detail: 'The requested table does not exist.' }],
    },
    other({ path }) {
      if (path === '/api/database/tables/all-tables/') return [200, []];
      const [, query] = /^\/api\/database\/rows\/table\/100\/\?(.*)$/.exec(path) ?? [];
      if (query === undefined) return undefined;
      const filters = new URLSearchParams(query).get('filters') ?? '';
      if (filters.includes('Typo'))
        return [400, { error: 'ERROR_FILTER_FIELD_NOT_FOUND', detail: 'The field Typo was not found in the table.' }];
      // A filter whose value does not fit the field is ignored.
      const rows = ['Ada', 'Grace'].map((Name, at) => ({ id: at + 1, order: `${at + 1}.0`, Name, Amount: at }));
      return [200, { count: 2, next: null, previous: null, results: rows }];
    },
  },
  grist: {
    token: bearer,
    path: /^\/api\/docs\/(?<base>[^/]+)\/tables\/(?<table>[^/]+)\/records\?limit=1&filter=%7B%22id%22%3A%5B(?<record>\d+)%5D%7D$/,
    base: 'docAbc123',
    record: (id, fields) => ({ records: [{ id: Number(id), fields }] }),
    errors: {
      notFound: [200, { records: [] }],
      noPermission: [403, { error: 'No view access' }],
      wrongToken: [401, { error: 'Bad request: invalid API key' }],
      wrongTable: [404, { error: 'Table not found "404"' }],
      wrongBase: [404, { error: 'document not found' }],
    },
    other: ({ path }) => (path === '/api/orgs' ? [200, []] : undefined),
  },
  teable: {
    token: bearer,
    path: /^\/api\/table\/(?<table>[^/]+)\/record\/(?<record>[^/?]+)\?fieldKeyType=name$/,
    record: (id, fields) => ({ id, fields, createdTime: CREATED }),
    errors: {
      notFound: [404, { message: 'Record not found', status: 404, code: 'not_found' }],
      noPermission: [403, { message: 'not allowed to operate record|read', status: 403, code: 'restricted_resource' }],
      wrongToken: [401, { message: 'Unauthorized', status: 401, code: 'unauthorized' }],
      wrongTable: [404, { message: 'Table not found', status: 404, code: 'not_found' }],
    },
    other: ({ path }) => (path === '/api/auth/user/me' ? [200, { id: 'usr1' }] : undefined),
  },
  seatable: {
    token: (headers) => tokenWord(headers) ?? bearer(headers),
    innerToken: INNER_TOKEN,
    path: /^\/api-gateway\/api\/v2\/dtables\/uuid-1\/rows\/(?<record>[^/?]+)\/\?table_name=(?<table>[^&]+)&convert_keys=true$/,
    record: (id, fields) => ({
      _id: id,
      _ctime: '2026-02-03T04:05:06+00:00',
      _mtime: CREATED,
      _creator: 'a@auth.local',
      _last_modifier: 'a@auth.local',
      _archived: false,
      _locked: null,
      _locked_by: null,
      ...fields,
    }),
    errors: {
      notFound: [404, { error_message: 'row _id not exits', error_type: 'row_not_exist' }],
      // Errors that repeat the token must not reach the caller.
      noPermission: [403, { error_msg: `You do not have permission to perform this action (${INNER_TOKEN}).` }],
      wrongToken: [403, { error_msg: 'Permission denied.' }],
      wrongTable: [404, { error_msg: 'table not found' }],
    },
    other: ({ path }) =>
      path === '/api/v2.1/dtable/app-access-token/'
        ? [200, { access_token: INNER_TOKEN, dtable_uuid: 'uuid-1', dtable_name: 'Sales' }]
        : undefined,
  },
  directus: {
    token: bearer,
    path: /^\/items\/(?<table>[^/]+)\/(?<record>[^/?]+)$/,
    record: (id, fields) => ({ data: { id: Number(id), date_created: CREATED, ...fields } }),
    errors: {
      notFound: [403, directusError('FORBIDDEN', "You don't have permission to access this.")],
      noPermission: [403, directusError('FORBIDDEN', NOT_PERMITTED)],
      wrongToken: [401, directusError('INVALID_CREDENTIALS', 'Invalid user credentials.')],
      wrongTable: [403, directusError('FORBIDDEN', NOT_PERMITTED)],
    },
    other: ({ path }) => (path === '/users/me?fields=id' ? [200, { data: { id: 'u' } }] : undefined),
  },
  postgrest: {
    token: bearer,
    path: /^\/(?<table>[^/?]+)\?id=eq\.(?<record>[^&]+)&limit=2$/,
    base: 'public',
    record: (id, fields) => [{ id: Number(id), created_at: CREATED, ...fields }],
    errors: {
      notFound: [200, []],
      noPermission: [403, postgrestError('42501', 'permission denied for table orders')],
      wrongToken: [401, postgrestError('PGRST301', 'JWT expired')],
      wrongTable: [404, postgrestError('PGRST205', "Could not find the table 'public.404' in the schema cache")],
      wrongBase: [406, postgrestError('PGRST106', 'The schema must be one of the following: public')],
    },
    other: ({ path }) => (path === '/' ? [200, { swagger: '2.0' }] : undefined),
  },
} satisfies Record<string, Dialect>;

function directusError(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}

function postgrestError(code: string, message: string) {
  return { code, message, details: null, hint: null };
}

export type DialectName = keyof typeof DIALECTS;

/** The fields of the record with Unicode names. */
export const UNICODE_FIELDS = { 'Größe 東京 🦊': 'Müller & Söhne', 'a.b "c"': [1, 'zwei', true] };

/** A number that a double cannot hold, in the record `exact`. */
export const LARGE_NUMBER = '9007199254740993';

export interface RecordDouble {
  target: HttpTarget;
  base: string;
}

/** Starts the stand-in of a server. Its only token is `RECORD_TOKEN`, its only table `DOUBLE_TABLE`. */
export async function startRecordDouble(name: DialectName): Promise<RecordDouble> {
  const dialect: Dialect = DIALECTS[name];
  const { base = 'default', errors } = dialect;
  let throttled = 0;
  const caseOf = (request: ReceivedRequest): { kind: Case; record: string } | undefined => {
    const token = dialect.token(request.headers);
    if (request.path === dialect.open) return undefined;
    if (token !== RECORD_TOKEN && token !== dialect.innerToken) return { kind: 'wrongToken', record: '' };
    const { groups } = dialect.path.exec(request.path) ?? {};
    if (groups === undefined) return undefined;
    const { base: asked = String(request.headers['accept-profile'] ?? base), table = '', record = '' } = groups;
    if (decodeURIComponent(asked) !== base) return { kind: 'wrongBase', record };
    if (decodeURIComponent(table) === WRONG_TABLE) return { kind: 'wrongTable', record };
    const kind = (Object.keys(RECORDS) as (keyof typeof RECORDS)[]).find((each) => RECORDS[each] === record);
    return { kind: kind ?? 'notFound', record };
  };
  const target = await startHttpTarget((request, response) => {
    const found = caseOf(request);
    const [status, body] = (found === undefined ? dialect.other?.(request) : undefined) ?? [404, {}];
    if (found === undefined) return json(response, status, body);
    const { kind, record } = found;
    const give = (fields: Fields) => json(response, 200, dialect.record(record, fields));
    switch (kind) {
      case 'found':
        return give({ Name: 'Ada Lovelace', Amount: 1234.5 });
      case 'unicode':
        return give(UNICODE_FIELDS);
      case 'empty':
        return give({ Name: null, Notes: '', Tags: [] });
      case 'exact': {
        const text = JSON.stringify(dialect.record(record, { Big: '@', Small: 12.5 }));
        return response.writeHead(200, { 'content-type': 'application/json' }).end(text.replace('"@"', LARGE_NUMBER));
      }
      case 'slow':
        return undefined;
      case 'broken':
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "1", "fie');
      case 'huge':
        return response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(11 * 1024 * 1024, ' '));
      case 'throttled':
        throttled += 1;
        return throttled === 1
          ? json(response, 429, { message: 'slow down' }, { 'retry-after': '1' })
          : give({ Name: 'x' });
      default: {
        const [refused, why] = errors[kind] ?? errors.notFound;
        return json(response, refused, why);
      }
    }
  });
  return { target, base };
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
