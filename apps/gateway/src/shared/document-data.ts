/** Adds members to the data of a document: a row of a batch, or the fields of a record. */
import {
  type EInvoice,
  eInvoiceFault,
  type JsonObject,
  jsonText,
  type PdfRequest,
  RawJson,
  ServiceError,
  withMembers,
} from '@toolpress/contract';

/**
 * Returns the data of a request with additional members, which replace those of the same name.
 *
 * @throws ServiceError `invalid_parameter` for members that conflict with the e-invoice.
 */
export function dataWith({ data, e_invoice }: Pick<PdfRequest, 'data' | 'e_invoice'>, members: JsonObject) {
  // The e-invoice of a large request is not parsed.
  if (e_invoice !== undefined && Object.hasOwn(members, 'invoice')) {
    const parsed = (e_invoice instanceof RawJson ? JSON.parse(jsonText(e_invoice)) : e_invoice) as EInvoice;
    const fault = eInvoiceFault({ e_invoice: parsed, data: members });
    if (fault !== undefined) throw new ServiceError('invalid_parameter', fault);
  }
  return withMembers(data, members);
}
