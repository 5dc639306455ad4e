/** Whether the code has the format of a counter's receipt number: the receipt of an earlier sale was scanned. */
export const isReceiptNumber = (code: string): boolean => /^[A-Z]{2}\d{4,}$/.test(code)
