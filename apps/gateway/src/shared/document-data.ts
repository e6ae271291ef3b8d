/** Adds members to the data of a document: a row of a batch, or the fields of a record. */
import {
  eInvoiceFault,
  type JsonObject,
  type PdfRequest,
  RawJson,
  ServiceError,
  TWO_INVOICES,
  withMembers,
} from '@toolpress/contract';

/** Members of data. Many are not parsed. */
export interface DataMembers {
  members: JsonObject | RawJson;
  /** Whether one of them is named `invoice`. */
  hasInvoice: boolean;
}

/**
 * Returns the data of a request with additional members, which replace those of the same name.
 *
 * @throws ServiceError `invalid_parameter` for members that conflict with the e-invoice.
 */
export function dataWith(
  { data, e_invoice }: Pick<PdfRequest, 'data' | 'e_invoice'>,
  { members, hasInvoice }: DataMembers,
) {
  const fault = hasInvoice ? faultOf(e_invoice) : undefined;
  if (fault !== undefined) throw new ServiceError('invalid_parameter', fault);
  return withMembers(data, members);
}

/** The e-invoice of a large request is not parsed. It was checked before. */
const faultOf = (e_invoice: PdfRequest['e_invoice']): string | undefined => {
  if (!(e_invoice instanceof RawJson)) return eInvoiceFault({ ...(e_invoice && { e_invoice }), data: { invoice: {} } });
  return e_invoice.names?.includes('invoice') ? TWO_INVOICES : undefined;
};
