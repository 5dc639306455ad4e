/** How a customer gets receipts. */
export const receiptWays = ['email', 'sms', 'print', 'none'] as const
export type ReceiptWay = (typeof receiptWays)[number]
