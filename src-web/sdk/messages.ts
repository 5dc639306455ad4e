import type {
  Appearance,
  BillingDetails,
  PaymentElementChange,
  PaymentElementError,
  TokenizeResult,
} from './countertop.d.ts'

/**
 * Messages between the merchant's page and the fields in the service's frame. The page starts: it sends one message to
 * the frame's exact origin, with one end of a private channel; all later messages use that channel. No message in
 * either direction has a field for a card or account number.
 */
export interface Connect {
  readonly countertop: 1
  /** As in the frame's address: a message of another mount, or without a channel, is ignored. */
  readonly channel: string
  readonly apiKey: string
  readonly clientSecret: string
  readonly appearance: Appearance
  readonly locale: string
}

export type ToFields =
  | { readonly type: 'tokenize'; readonly id: number; readonly billingDetails?: BillingDetails }
  | { readonly type: 'forget' }

export type FromFields =
  | { readonly type: 'ready' }
  /** Height of the fields, in CSS pixels. */
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'change'; readonly change: PaymentElementChange }
  /** The Enter key was pressed in a field. */
  | { readonly type: 'enter' }
  | { readonly type: 'failed'; readonly error: PaymentElementError }
  | { readonly type: 'tokenized'; readonly id: number; readonly result: TokenizeResult }

/** The part of the frame's address after #, which is not sent to servers: the page's origin and the channel. */
export const frameHash = (origin: string, channel: string): string =>
  `#${channel}@${encodeURIComponent(origin)}`

export function readFrameHash(hash: string): { readonly origin: string; readonly channel: string } | null {
  const [, channel, origin] = /^#([\w-]{16,})@(.+)$/.exec(hash) ?? []
  if (channel === undefined || origin === undefined) return null
  return { channel, origin: decodeURIComponent(origin) }
}
