/** What is kept in the vault is answered with all but its last four digits masked; sent back so, it stays as it is. */
export const maskedDigits = /^\*{5}\d{2,4}$/

/** What a birth date is answered as; sent back so, it stays as it is. */
export const maskedDate = '****-**-**'
