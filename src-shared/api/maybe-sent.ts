/** Section 4.2 knows `success` and `message` alone: by these words a message that nobody knows of is told from one that was not sent. */
export const maybeSent = 'may have been sent'

export const isMaybeSent = (message: string): boolean => message.includes(maybeSent)
