/** Six digits that look like a bank's, different for a million payments in a row. */
export const authCodeOf = (sequence: number): string =>
  // 387,420,489 is 3^18 and shares no factor with a million, so that no two sequences in a row of it meet.
  ((sequence * 387_420_489 + 123_457) % 1_000_000).toString().padStart(6, '0')

/** Twelve digits: year and day of the year, then the payment's number, as acquirers build them. */
export function retrievalReferenceOf(sequence: number, now: number): string {
  const date = new Date(now)
  const day = Math.floor((now - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)
  const year = date.getUTCFullYear() % 10
  return `${year}${String(day).padStart(3, '0')}${String(sequence).padStart(8, '0')}`
}
