/** A vault number as returned, all but its last four digits masked. Sent back unchanged, it changes nothing. */
export const maskedDigits = /^\*{5}\d{2,4}$/

/** How a birth date is returned. Sent back unchanged, it changes nothing. */
export const maskedDate = '****-**-**'
