/** Answers forms: reads them, prints them, and sends the result in the answer or to a webhook. Errors are plain text. */
import type { Request, Response } from 'express';
import { admitCaller } from '../api/caller-requests.js';
import type { Endpoint } from '../api/endpoint.js';
import type { MountOptions } from '../api/mount.js';
import { contextOf, note } from '../api/request-log.js';
import { logCause, sendData } from '../api/respond.js';
import { formError, formPrinter, type PrintedForm } from './form-answer.js';
import { FormWebhooks, webhookOf } from './form-webhook.js';
import { readForm, receiveForm } from './read-form.js';
import type { FormNeeds } from './running-forms.js';

/** A kind of form. */
export interface FormRoute {
  isMarkdown: boolean;
}

/** Returns the handler of forms. */
export function formHandler(endpoints: readonly Endpoint[], mounting: MountOptions, parts: FormNeeds) {
  const tool = endpoints.find((one) => 'tool' in one && one.tool === 'html-to-pdf');
  if (tool === undefined || !('tool' in tool) || tool.tool === undefined) throw new Error('html-to-pdf is missing');
  const print = formPrinter(tool, mounting);
  return async ({ isMarkdown }: FormRoute, request: Request, response: Response): Promise<void> => {
    const slot = slotOf(mounting.concurrency);
    await admitCaller(request, response, mounting, slot, async (caller, context) => {
      const { requestId: usualName, log, signal, memory } = context;
      const hook = await webhookOf(request, parts);
      const outputName = request.get('gotenberg-output-filename');
      const kind = { isMarkdown, outputName, usualName, fileTtl: parts.fileTtl };
      const owner = { account: caller.accountId, signal };
      const formOf = await readForm(await receiveForm(request, context), kind, mounting.largeBodies, owner);
      const printed = async (): Promise<PrintedForm> => print(formOf(), caller, context);
      if (hook === undefined) {
        const { answer, actions } = await printed();
        await sendData(response, answer, actions);
        return;
      }
      response.status(204).end();
      const webhooks = new FormWebhooks(parts, log, String(response.get('Gotenberg-Trace')));
      await parts.running.during(async () => {
        const delivery = await printed().then(
          (result) => () => webhooks.succeeded(hook, result),
          (thrown: unknown) => {
            const { status, message, error } = formError(thrown);
            logCause(log, error, thrown);
            return () => webhooks.failed(hook, status, message);
          },
        );
        memory.body.release();
        await parts.running.deliver(caller.accountId, slot.leave, delivery);
      });
    });
  };
}

/** Returns a count of a request that may end before the request. */
function slotOf(concurrency: MountOptions['concurrency']) {
  let end: (() => void) | undefined;
  const leave = (): void => {
    end?.();
    end = undefined;
  };
  const enter = async (accountId: string) => {
    end = await concurrency.enter(accountId);
    return leave;
  };
  return { enter, leave };
}

/** Answers an error as text. */
export function sendFormError(thrown: unknown, request: Request, response: Response): void {
  const { log, signal } = contextOf(request);
  if (signal.aborted || response.headersSent) {
    response.destroy();
    return;
  }
  const { status, message, error } = formError(thrown);
  note(request, { error: error.code });
  logCause(log, error, thrown);
  response.status(status).set(error.headers).set('X-Error-Code', error.code);
  if (status === 401) response.set('WWW-Authenticate', ['Basic realm="Restricted"', 'Bearer']);
  response.set('Content-Type', 'text/plain; charset=UTF-8').end(message);
}
