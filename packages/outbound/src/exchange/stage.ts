/** How far a hop has come: for the message when its time is up. */
export type Stage = 'lookup' | 'connect' | 'handshake' | 'answer' | 'body';

/** What was still missing, as a phrase after "took longer than … ms: ". */
export const MISSING: Readonly<Record<Stage, string>> = {
  lookup: 'its name was not resolved in time',
  connect: 'it did not accept a connection',
  handshake: 'it did not finish the TLS handshake',
  answer: 'it did not read the request and send complete response headers',
  body: 'it did not finish its response body',
};
