/** Time zones are at most this far behind UTC, in ms. */
const lastPlaceOnEarthMs = 12 * 3_600_000

/**
 * Whether a card's month is over in every time zone. Where the shop or the payer is may be unknown, so near the end of
 * the month the bank decides, not a clock.
 *
 * @param now ms since the epoch
 */
export const isMonthOver = (
  { month, year }: { readonly month: string; readonly year: string },
  now: number,
): boolean => now >= Date.UTC(Number(year), Number(month), 1) + lastPlaceOnEarthMs
