/** The pages of the API reference: one per tool and one per other group of operations. */
import type { Operation, OperationGroup } from '../openapi/operations.js';

export interface ReferencePage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export function referencePages(groups: readonly OperationGroup[]): ReferencePage[] {
  return groups.flatMap(({ id, title, description, operations }) =>
    id === 'tools'
      ? operations.map((one) => ({ path: pathOf(one.id), title: one.title, description, operations: [one] }))
      : [{ path: pathOf(id), title, description, operations }],
  );
}

/** `htmlToPdf` is `/docs/api/html-to-pdf`. */
const pathOf = (id: string): string => `/docs/api/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns the link to an operation by its id. */
export const hrefIn =
  (pages: readonly ReferencePage[]) =>
  (operationId: string): string => {
    const page = pages.find(({ operations }) => operations.some(({ id }) => id === operationId));
    return `${page?.path}#${operationId}`;
  };
