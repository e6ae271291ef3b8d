/** The environment variable that exempts addresses from the address rule: the same for both apps. */
import { text } from '@toolpress/contract';
import { parseAllow } from './address/allow-list.js';

/** May be absent. `parseAllow` turns the value, when it is there, into the `allow` of `createOutbound`. */
export const outboundOptional = {
  OUTBOUND_ALLOW: text().custom((value: string) => {
    parseAllow(value);
    return value;
  }),
};
