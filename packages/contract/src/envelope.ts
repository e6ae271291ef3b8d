/** Specification 2.1: the envelope that every answer wears. */
import Joi from 'joi';
import { type Infer, integer, listOf, orNull, shape, text } from './schema.js';

/** `{success: true, data}`, with `metadata.actions_consumed` where the call is charged. */
export const successEnvelope = (data: Joi.AnySchema, charged: boolean): Joi.ObjectSchema =>
  shape({
    success: Joi.boolean().valid(true),
    data,
    ...(charged ? { metadata: shape({ actions_consumed: integer().min(0) }) } : {}),
  });

export const ErrorEnvelope = shape({ success: Joi.boolean().valid(false), error: text() });
export type ErrorEnvelope = Infer<typeof ErrorEnvelope>;

/** Lists are pages: `next_cursor` goes into the query of the next call; null on the last page. */
export const pageOf = <Item>(item: Joi.AnySchema<Item>) => shape({ items: listOf(item), next_cursor: orNull(text()) });

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

export const PageQuery = shape(
  {},
  {
    limit: integer().min(1).max(1000).description('How many items a page holds at most; 100 unless given.'),
    cursor: text().max(200).description('`next_cursor` of the page before.'),
  },
);
export type PageQuery = Infer<typeof PageQuery>;
