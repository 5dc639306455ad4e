/** How a customer likes to get receipts. */
export const receiptWays = ['email', 'sms', 'print', 'none'] as const
export type ReceiptWay = (typeof receiptWays)[number]
