/** Returns six digits like a bank's authorization code, unique among a million consecutive payments. */
export const authCodeOf = (sequence: number): string =>
  // 387,420,489 is 3^18 and coprime to a million, so a million consecutive numbers give different codes.
  ((sequence * 387_420_489 + 123_457) % 1_000_000).toString().padStart(6, '0')

/** Returns twelve digits as acquirers build them: year, day of the year, then the payment's number. */
export function retrievalReferenceOf(sequence: number, now: number): string {
  const date = new Date(now)
  const day = Math.floor((now - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)
  const year = date.getUTCFullYear() % 10
  return `${year}${String(day).padStart(3, '0')}${String(sequence).padStart(8, '0')}`
}
