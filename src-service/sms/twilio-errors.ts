/**
 * The reasons, for the caller, why Twilio did not accept a message, by its published codes. Twilio's own messages
 * repeat the number and are not passed on.
 */
const reasons: Readonly<Record<number, string>> = {
  20003: 'the SMS provider did not accept the credentials of this service',
  20005: 'the account of this service at the SMS provider is not active',
  20404: 'the SMS provider does not know the account of this service',
  20429: 'the SMS provider accepts no more messages at the moment; try again in a minute',
  21211: 'it is not a telephone number',
  21217: 'it is not a telephone number',
  21265: 'that number is a short code, which cannot receive such messages',
  21401: 'it is not a telephone number',
  21408: 'this service may not send text messages to that country',
  21421: 'it is not a telephone number',
  21601: 'the number that this service sends from cannot send text messages',
  21603: 'this service has no sender configured for the SMS provider',
  21606: 'the number that this service sends from is not one of its account at the SMS provider',
  21608: 'a trial account at the SMS provider can only send to verified numbers',
  21610: 'its owner has opted out of text messages from this sender',
  21611: 'too many messages are waiting to be sent; try again later',
  21612: 'the SMS provider has no route to that number from this sender',
  21614: 'it is not a mobile number and cannot receive text messages',
  21617: 'the message is too long',
  21635: 'that number is a landline and cannot receive text messages',
  21703: 'the messaging service of this account has no number to send from',
  21704: 'the messaging service of this account has no number to send from',
  30001: 'too many messages are waiting to be sent; try again later',
  30002: 'the account of this service at the SMS provider is suspended',
  30003: 'that telephone cannot be reached',
  30004: 'that number is blocked, or blocks messages',
  30005: 'the number does not exist or cannot receive messages',
  30006: 'it is a landline, or its carrier cannot be reached',
  30007: 'the carrier filtered it as spam',
  30008: 'the carrier did not deliver it, for an unknown reason',
  30032: 'the toll-free number that this service sends from is not verified',
  30034: 'the number that this service sends from is not registered for messages in the United States',
  30450: 'the SMS provider suspects fraud with numbers of that kind and has blocked it',
  63038: 'the account of this service has reached its message limit for today',
}

export const twilioReason = (code: number | null, status: number): string =>
  (code === null ? undefined : reasons[code]) ??
  (code === null
    ? `the SMS provider refused it (HTTP ${status})`
    : `the SMS provider refused it (Twilio error ${code})`)
