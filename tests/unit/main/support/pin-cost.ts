/** Hashing cost of PINs in tests: the cost in production takes 50 ms per PIN on an idle computer. */
export const lowPinCost = 2 ** 4
