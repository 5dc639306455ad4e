/** A text message that is ready to be sent. */
export interface Sms {
  /** Account of the recipient. */
  readonly accountId: string
  /** E.164, such as +15550100123. */
  readonly to: string
  readonly text: string
}

/** Outcome of a text message, as far as the provider has reported it. A `reason` contains no number and no text. */
export type SmsDelivery =
  /** Accepted for delivery, but perhaps not received yet. `stays`: a sandbox without a provider keeps it. */
  | { readonly outcome: 'sent'; readonly stays?: true }
  /** Certainly not sent. `reason` completes "was not sent: …". */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** It may have been sent, or not. `reason` completes "may have been sent: …". It is not sent again automatically. */
  | { readonly outcome: 'unknown'; readonly reason: string }

/** Sends text messages. */
export interface SmsSender {
  /** Resolves within `smsLimitMs` and never rejects. */
  send(sms: Sms): Promise<SmsDelivery>
}

/** Maximum time to wait for the provider, in ms. */
export const smsLimitMs = 12_000
