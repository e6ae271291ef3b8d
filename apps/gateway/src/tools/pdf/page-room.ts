/** Margins have to leave something of the page. */
import { type Orientation, type PageMargin, type PageSize, ServiceError } from '@toolpress/contract';
import { paperSize } from '@toolpress/document';

/** 10 mm each way. */
const LEAST_INCHES = 10 / 25.4;

/**
 * @param pageSize of the request; without one the document may be of any size, and A0 is the largest there is.
 * @throws ServiceError `invalid_parameter`.
 */
export function checkRoom(margin: PageMargin, pageSize: PageSize | undefined, orientation: Orientation): void {
  const { top = 0, right = 0, bottom = 0, left = 0 } = margin;
  const { width, height } = paperSize(pageSize ?? 'A0', orientation);
  if (width - left - right >= LEAST_INCHES && height - top - bottom >= LEAST_INCHES) return;
  throw new ServiceError(
    'invalid_parameter',
    `\`margin\` must leave at least 10 mm of the page's width and height${pageSize === undefined ? '' : `, which is ${pageSize}`}.`,
  );
}
