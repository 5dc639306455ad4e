import type { ZReport } from './z-report.ts'

/**
 * What people call a report that was closed: its number. Where the counter's folder was restored, put back to an earlier day,
 * or copied, the other book has the same numbers, so that the series of the receipts goes before it.
 */
export const zName = ({
  number,
  series,
}: Pick<ZReport, 'number'> & { readonly series?: string | undefined }): string =>
  series === undefined ? String(number) : `${series}-${number}`
