import type {
  Appearance,
  BillingDetails,
  PaymentElementChange,
  PaymentElementError,
  TokenizeResult,
} from './countertop.d.ts'

/**
 * Between the merchant's page and the fields in the service's frame. The page begins: one message to the frame's exact
 * origin, with one end of a channel that is theirs alone; everything after it goes by that channel. No message either
 * way has a place for a number.
 */
export interface Connect {
  readonly countertop: 1
  /** As in the frame's address: a message of another mount, or of nobody's, is not taken. */
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
  /** How tall the fields are, CSS pixels. */
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'change'; readonly change: PaymentElementChange }
  /** The enter key in a field. */
  | { readonly type: 'enter' }
  | { readonly type: 'failed'; readonly error: PaymentElementError }
  | { readonly type: 'tokenized'; readonly id: number; readonly result: TokenizeResult }

/** The frame's address behind the #, which no server sees: whose page it is in, and by which channel. */
export const frameHash = (origin: string, channel: string): string =>
  `#${channel}@${encodeURIComponent(origin)}`

export function readFrameHash(hash: string): { readonly origin: string; readonly channel: string } | null {
  const [, channel, origin] = /^#([\w-]{16,})@(.+)$/.exec(hash) ?? []
  if (channel === undefined || origin === undefined) return null
  return { channel, origin: decodeURIComponent(origin) }
}
