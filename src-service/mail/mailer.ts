/** A mail that is ready to be sent. Names and subject are single lines (one-line.ts); addresses are checked. */
export interface Mail {
  /** Id of the account, or for a sign-in link of the business or partner, that the mail belongs to. */
  readonly accountId: string
  /** The merchant's name, and the address of this service (MAIL_FROM). */
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Outcome of a mail, as far as the mail server has reported it. */
export type Delivery =
  /** Accepted for delivery, except for the refused addresses. */
  | {
      readonly outcome: 'sent'
      readonly refused: readonly RefusedAddress[]
      /** The mail did not leave the service: a sandbox without a mail server keeps it. */
      readonly stays?: true
    }
  /** Certainly not sent. `reason` completes "was not sent: …" and contains nothing secret. */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** The server received part of the mail and may have accepted it. `reason` completes "may have been sent: …". */
  | { readonly outcome: 'unknown'; readonly reason: string }

export interface RefusedAddress {
  readonly address: string
  /** In the server's words, such as "550 No such user". */
  readonly reason: string
}

/** Sends mails. */
export interface Mailer {
  /** Resolves within `deliveryLimitMs` and never rejects. */
  send(mail: Mail): Promise<Delivery>
  /** Closes idle connections. Mails that are being sent are finished. */
  close(): void
}

/** Maximum time to wait for the mail server to accept a mail, in ms. */
export const deliveryLimitMs = 12_000
