/** Who opens a role can move money: digits of a PIN that is chosen. In a file of its own, for pages without schemas. */
export const fewestPinDigits = 6
/** Of any PIN. */
export const mostPinDigits = 8
