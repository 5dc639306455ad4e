/** A message, ready to go. Names and subject are single lines (one-line.ts); addresses are checked. */
export interface Mail {
  /** Whose customers it goes to; the business, where it has no account yet. */
  readonly accountId: string
  /** The merchant's name, and the address of this service (MAIL_FROM). */
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What became of a message, as far as the mail server has reported. */
export type Delivery =
  /** Taken for delivery, but for the addresses that were refused. */
  | {
      readonly outcome: 'sent'
      readonly refused: readonly RefusedAddress[]
      /** Nothing left the service: a sandbox without a mail server keeps it. */
      readonly stays?: true
    }
  /** Certainly not sent. `reason` finishes "was not sent: …" and holds nothing secret. */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** The server may have taken it, or not: it had some of the message. `reason` finishes "may have been sent: …". */
  | { readonly outcome: 'unknown'; readonly reason: string }

export interface RefusedAddress {
  readonly address: string
  /** In the server's words, such as "550 No such user". */
  readonly reason: string
}

/** The way mails leave the service. */
export interface Mailer {
  /** Answers within `deliveryLimitMs`, and never rejects. */
  send(mail: Mail): Promise<Delivery>
  /** Ends idle connections; what is being sent finishes. */
  close(): void
}

/** A mail server that has not taken a message by then is not waited for, ms. */
export const deliveryLimitMs = 12_000
