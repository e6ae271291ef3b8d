import { type JsonObject, ServiceError } from '@toolpress/contract';
import { compileTemplate, fillTemplate } from '../index.js';

export const fill = (template: string, data: JsonObject): string =>
  fillTemplate(compileTemplate(template, 'html'), data);

/** @returns the message of the fault that the template has to have. */
export function faultOf(template: string, data: JsonObject): string {
  try {
    fill(template, data);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'template_invalid') return error.message;
    throw error;
  }
  throw new Error('the template was filled');
}
