/** A text message, ready to go. */
export interface Sms {
  /** Whose customer it goes to. */
  readonly accountId: string
  /** E.164, such as +15550100123. */
  readonly to: string
  readonly text: string
}

/** What became of a text message, as far as the provider has reported. A `reason` holds no number and no text. */
export type SmsDelivery =
  /** Taken for delivery. Whether a telephone got it is known to nobody yet. `stays`: a sandbox without a provider keeps it. */
  | { readonly outcome: 'sent'; readonly stays?: true }
  /** Certainly not sent; finishes "was not sent: …". */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** It may have been sent, or not; finishes "may have been sent: …". Nothing sends it again by itself. */
  | { readonly outcome: 'unknown'; readonly reason: string }

/** The way text messages leave the service. */
export interface SmsSender {
  /** Answers within `smsLimitMs`, and never rejects. */
  send(sms: Sms): Promise<SmsDelivery>
}

/** A provider that has not answered by then is not waited for, ms. */
export const smsLimitMs = 12_000
