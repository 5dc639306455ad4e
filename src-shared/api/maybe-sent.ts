/** Marks a `message` (section 4.2) whose delivery is unknown, as opposed to one that was not sent. */
export const maybeSent = 'may have been sent'

export const isMaybeSent = (message: string): boolean => message.includes(maybeSent)
