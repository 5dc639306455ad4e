/** Minimum digits of a new PIN, since a role can move money. In a file of its own, for pages without schemas. */
export const fewestPinDigits = 6
/** Maximum digits of any PIN. */
export const mostPinDigits = 8
