/** The envelopes of answers, and pages of lists. */
import Joi from 'joi';
import { type Infer, integer, listOf, orNull, shape, text } from './schema.js';

/** `{success: true, data}`, with `metadata.actions_consumed` for charged calls. */
export const successEnvelope = (data: Joi.AnySchema, charged: boolean): Joi.ObjectSchema =>
  shape({
    success: Joi.boolean().valid(true).description('Always true.'),
    data,
    ...(charged
      ? {
          metadata: shape({
            actions_consumed: integer().min(0).description('Actions charged for this request.'),
          }).description('About the call.'),
        }
      : {}),
  });

export const ErrorEnvelope = shape({
  success: Joi.boolean().valid(false).description('Always false.'),
  error: text().description('The problem and its solution.'),
});
export type ErrorEnvelope = Infer<typeof ErrorEnvelope>;

/** A page of a list. `next_cursor` is the `cursor` of the next page; null on the last one. */
export const pageFields = <Item>(item: Joi.AnySchema<Item>) => ({
  items: listOf(item).description('One page of items.'),
  next_cursor: orNull(text()).description('`cursor` of the next page; null on the last one.'),
});
export const pageOf = <Item>(item: Joi.AnySchema<Item>) => shape(pageFields(item));

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

export const PageQuery = shape(
  {},
  {
    limit: integer().min(1).max(1000).description('Largest number of items per page; default 100.'),
    cursor: text().max(200).description('`next_cursor` of the previous page.'),
  },
);
export type PageQuery = Infer<typeof PageQuery>;
