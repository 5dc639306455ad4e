// What an order may hold. They keep every sum of `totalsOf` below the largest amount there is, and order_details below its
// 64 KiB. The schemas stay elsewhere: the counter's first screen needs these, and none of those.

export const mostLines = 200
export const mostOrderDiscounts = 5
/** Options of one line. */
export const mostModifiers = 10
/** Of one unit, cents. */
export const largestUnitAmount = 1_000_000_000
/** Quantities count thousandths, so that goods sold by weight are exact: 1500 is one and a half. */
export const oneUnit = 1_000
export const largestQuantity = 9_999 * oneUnit
/** Rates count thousandths of a percent, so that 8.875 % is exact: 8875. */
export const wholeRate = 100_000
/** Shares count hundredths of a percent. */
export const wholeShare = 10_000
/** Orders that are put aside. */
export const mostHeld = 500
