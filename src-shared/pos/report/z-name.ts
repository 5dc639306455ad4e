import type { ZReport } from './z-report.ts'

/**
 * The name of a closed report for people: its number. If the counter's folder was restored, rolled back or copied,
 * another book has the same numbers, so the receipts' series is put before it.
 */
export const zName = ({
  number,
  series,
}: Pick<ZReport, 'number'> & { readonly series?: string | undefined }): string =>
  series === undefined ? String(number) : `${series}-${number}`
