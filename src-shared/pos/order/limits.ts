// Limits of an order. They keep every sum of `totalsOf` below the largest amount, and order_details below its 64 KiB.
// Free of schemas: the counter's first screen needs these constants, and does not need any schema.

export const mostLines = 200
export const mostOrderDiscounts = 5
/** Maximum options of one line. */
export const mostModifiers = 10
/** Maximum price of one unit, in cents. */
export const largestUnitAmount = 1_000_000_000
/** Quantities count thousandths, so that goods sold by weight are exact: 1500 is one and a half. */
export const oneUnit = 1_000
export const largestQuantity = 9_999 * oneUnit
/** Rates count thousandths of a percent, so that 8.875 % is exact: 8875. */
export const wholeRate = 100_000
/** Shares count hundredths of a percent. */
export const wholeShare = 10_000
/** Maximum length of the note of a sale, in characters. */
export const longestSaleNote = 200
/** Maximum number of held orders. */
export const mostHeld = 500
