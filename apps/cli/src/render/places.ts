/** Replaces field names in the service's messages with file names. */
import type { ContentWarning } from '@toolpress/contract';
import type { RequestBody, TemplateFiles } from './request-body.js';

const AT_PLACE = / at (html|css|header_html|footer_html) (\d+):(\d+)/g;
const IN_FIELD = /^In `(html|css|header_html|footer_html)`, (.*?) at line (\d+), column (\d+)/s;
const IN_BODY = /^The request body (.*) \(line (\d+), column (\d+)\)\.$/s;
const FIRST_WORD = /^`(html|css|header_html|footer_html|data|translations)`/;

/**
 * Returns the service's message with files instead of fields: "invoice.html:3:5: `[[#items]]` is never closed".
 *
 * @param body.label stands between the place and the message.
 */
export function errorText(
  message: string,
  names: TemplateFiles,
  { json, label = '' }: Pick<RequestBody, 'json'> & { label?: string },
): string {
  const inBody = IN_BODY.exec(message);
  if (inBody !== null) {
    const [, fault = '', at = '', column = ''] = inBody;
    const part = json.findLast(({ firstLine }) => firstLine <= Number(at));
    if (part === undefined) return message;
    const line = Number(at) - part.firstLine + 1;
    // A missing end is reported after the last line.
    return line > part.lines ? `${part.path}:${part.lines}: ${fault}.` : `${part.path}:${line}:${column}: ${fault}.`;
  }
  return message
    .replace(IN_FIELD, (_, field: string, what: string, line: string, column: string) => {
      return `${nameOf(field, names)}:${line}:${column}: ${label}${what}`;
    })
    .replace(FIRST_WORD, (quoted, field: string) =>
      names[field as keyof TemplateFiles] === undefined ? quoted : nameOf(field, names),
    )
    .replace(AT_PLACE, (_, field: string, line: string, column: string) => {
      return ` at ${nameOf(field, names)}:${line}:${column}`;
    });
}

/** Returns a line such as "invoice.html:12:5: warning: `img` `src` is not loaded". */
export function warningText({ message, line, column }: Omit<ContentWarning, 'code'>, names: TemplateFiles): string {
  if (IN_FIELD.test(message)) return errorText(message, names, { json: [], label: 'warning: ' });
  const place = [...message.matchAll(AT_PLACE)].find(([, , l, c]) => Number(l) === line && Number(c) === column);
  if (place === undefined) return `warning: ${errorText(message, names, { json: [] })}`;
  const [all, field = ''] = place;
  const rest = errorText(message.replace(all, ''), names, { json: [] });
  return `${nameOf(field, names)}:${line}:${column}: warning: ${rest}`;
}

function nameOf(field: string, names: TemplateFiles): string {
  const name = names[field as keyof TemplateFiles];
  return name === '-' ? 'stdin' : (name ?? field);
}
