/** What a test's PINs are hashed with: the product's own work takes 50 ms of a computer with nothing else to do, each time. */
export const lowPinCost = 2 ** 4
