/**
 * Countertop's browser SDK, version 1: a form for card and bank details on your own page, whose fields belong to the
 * service. Your page receives a token, never a card or account number.
 */
export interface PaymentElementOptions {
  /** Your public key, `pk_…`. A private key (`sk_…`) is refused: it must never be in a page. */
  readonly apiKey: string
  /** The `client_secret` of a payment intent, a payment method intent or a checkout session. */
  readonly clientSecret: string
  readonly appearance?: Appearance
  /** `en`, `es` or `fr`, also as in `fr-CA`. Default: the language of your page, else that of the browser. */
  readonly locale?: string
}

export interface Appearance {
  /** Default: light, unless your page's `color-scheme` at the form allows dark. */
  readonly theme?: 'light' | 'dark' | 'auto'
  /** CSS values, such as `#1c3fb8`, `rgb(28 63 184)`, `8px` or `Georgia, serif`. */
  readonly variables?: {
    readonly colorPrimary?: string
    readonly colorBackground?: string
    readonly colorText?: string
    readonly colorTextSecondary?: string
    readonly colorBorder?: string
    readonly colorDanger?: string
    readonly borderRadius?: string
    readonly fontFamily?: string
    readonly fontSize?: string
  }
}

export type PaymentMethodType = 'card' | 'bank' | 'ca_bank'

export interface PaymentElementError {
  /**
   * An error code of the service (`/docs/errors`), such as `resource_missing` for a wrong client secret; or
   * `incomplete`, `busy`, `network`, `fields_unreachable`, `reloaded`, `destroyed`.
   */
  readonly code: string
  /** A plain text for developers. Never contains what the payer typed. */
  readonly message: string
  /** The field concerned, such as `card.number`. */
  readonly param?: string
}

export interface PaymentElementChange {
  readonly paymentMethodType: PaymentMethodType
  /** Every field contains a plausible value. */
  readonly complete: boolean
  readonly empty: boolean
  /** For example `Visa`, as soon as the first digits identify it. */
  readonly brand: string | null
}

export type TokenizeResult =
  | { readonly token: string; readonly error?: undefined }
  | { readonly token?: undefined; readonly error: PaymentElementError }

/** Data that the payer's bank compares, if your own form asks for it. */
export interface BillingDetails {
  readonly name?: string
  readonly address_line1?: string
  readonly address_line2?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  readonly country?: string
  readonly email?: string
  readonly phone_number?: string
}

/** Turns the entries into a token. It never rejects. */
export type Tokenize = (details?: { readonly billingDetails?: BillingDetails }) => Promise<TokenizeResult>

export interface PaymentElementCallbacks {
  /** The fields are ready for typing; call `tokenize` when the payer pays. */
  readonly onReady?: (tokenize: Tokenize) => void
  /** `token` is a payment method id: your server sends it as `payment_method_id`. */
  readonly onSuccess?: (result: { readonly token: string }) => void
  readonly onChange?: (change: PaymentElementChange) => void
  /** The payer pressed Enter in a field: do what your button does. */
  readonly onSubmit?: () => void
  readonly onError?: (error: PaymentElementError) => void
}

export interface PaymentElement {
  /** @param place a CSS selector or an element; the form is added to it. */
  mount(place: string | Element, callbacks?: PaymentElementCallbacks): void
  /** Removes the form and its entries. It cannot be mounted again. */
  destroy(): void
}

export function createPaymentElement(options: PaymentElementOptions): PaymentElement

declare global {
  interface Window {
    /** Set by the classic script, `countertop.js`. */
    readonly Countertop?: { readonly createPaymentElement: typeof createPaymentElement }
  }
}
