/** Answers requests without a route: a wrong method or an unknown path. */
import { anyOf, nearestNames, ServiceError } from '@toolpress/contract';
import type { Express, Request, RequestHandler, Response } from 'express';

/** The part of Express's router that this module reads. */
interface Layer {
  route?: { path: string | readonly string[]; methods: Record<string, boolean> };
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
    const allow = methodsAt(layers, request.path).join(', ');
    if (allow === '') throw unknownPath(layers, request.path);
    if (request.method === 'OPTIONS') response.status(204).set('Allow', allow).end();
    else throw new ServiceError('method_not_allowed', `This path takes ${allow} only.`, { headers: { Allow: allow } });
  };
}

function methodsAt(layers: readonly Layer[], path: string): string[] {
  const routes = layers.flatMap((layer) => (layer.route !== undefined && layer.match(path) ? [layer.route] : []));
  const methods = routes.flatMap((route) => Object.keys(route.methods)).map((method) => method.toUpperCase());
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

function unknownPath(layers: readonly Layer[], path: string): ServiceError {
  const paths = layers.flatMap(({ route }) => route?.path ?? []);
  const near = nearestNames(path, [...new Set(paths.filter((each) => !/[:*]/.test(each)))]);
  const hint = near.length > 0 ? `Did you mean ${anyOf(near)}? ` : '';
  return new ServiceError('path_unknown', `Unknown path. ${hint}See /docs for all endpoints.`);
}
