/** Minimum digits of a new PIN, since a role can move money. In a file of its own, for pages without schemas. */
export const fewestPinDigits = 6
/** Maximum digits of any PIN. */
export const mostPinDigits = 8

/** Whether a new PIN may have as many digits as this one. */
export const isNewPinLength = ({ length }: string): boolean =>
  length >= fewestPinDigits && length <= mostPinDigits
