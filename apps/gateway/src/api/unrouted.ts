/** Answers requests without a route: a wrong method or an unknown path. */
import { anyOf, nearestNames, ServiceError } from '@toolpress/contract';
import type { Express, Request, RequestHandler, Response } from 'express';

/** The part of Express's router that this module reads. */
interface Layer {
  route?: { path: string | RegExp | readonly (string | RegExp)[]; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/**
 * Returns the handler that follows all routes. It answers `OPTIONS` with the methods of the path.
 *
 * @throws ServiceError `method_not_allowed` with the methods, `path_unknown` with the nearest paths.
 */
export function answerUnrouted(app: Express): RequestHandler {
  const layers = app.router.stack as unknown as Layer[];
  return (request: Request, response: Response) => {
    const methods = methodsAt(layers, request.path);
    if (methods.length === 0) throw unknownPath(layers, request.path);
    const headers = { Allow: methods.join(', ') };
    if (request.method === 'OPTIONS') response.status(204).set(headers).end();
    else throw new ServiceError('method_not_allowed', `This path takes ${listed(methods)} only.`, { headers });
  };
}

/** `GET`, `GET and HEAD`, or `GET, HEAD and PUT`. */
const listed = (methods: readonly string[]): string => methods.join(', ').replace(/, (?=\w+$)/, ' and ');

function methodsAt(layers: readonly Layer[], path: string): string[] {
  const routes = layers.flatMap((layer) => (layer.route !== undefined && layer.match(path) ? [layer.route] : []));
  const methods = routes.flatMap((route) => Object.keys(route.methods)).map((method) => method.toUpperCase());
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

function unknownPath(layers: readonly Layer[], path: string): ServiceError {
  const all = layers.flatMap(({ route }) => route?.path ?? []);
  const paths = all.flatMap((each) => (typeof each === 'string' && !/[:*]/.test(each) ? [each] : []));
  // The page about an endpoint has a similar path.
  const known = [...new Set(paths)].filter((each) => isPage(each) === isPage(path));
  const near = nearestNames(path, known);
  const [last] = near.length > 0 ? [] : nearestNames(lastPart(path), known.map(lastPart).filter(Boolean));
  const meant = near.length > 0 ? near : known.filter((each) => lastPart(each) === last);
  const hint = meant.length > 0 ? `Did you mean ${anyOf(meant)}? ` : '';
  return new ServiceError('path_unknown', `Unknown path. ${hint}See /docs for all endpoints.`);
}

const isPage = (path: string): boolean => path.startsWith('/docs/');

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
