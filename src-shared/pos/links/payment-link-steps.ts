import { assertNever } from '../../result.ts'
import type { PaymentSummary } from '../sale/sale.ts'
import type { LinkReceiver, NewLink, PaymentLink } from './payment-link.ts'

export const newLink = (made: NewLink, made_at: string, bill: PaymentLink['bill'] = null): PaymentLink => ({
  ...made,
  bill,
  made_at,
  state: 'creating',
  session_id: null,
  paid: null,
  delivery: 'not_asked',
  withdrawing: false,
  awaits_bank: null,
  creations: 0,
})

export const isLinkSettled = ({ state }: PaymentLink): boolean => state !== 'creating' && state !== 'open'

/** Whether nobody has paid it, and nobody will. */
export const isLinkUnpaid = ({ state }: PaymentLink): boolean =>
  state === 'expired' || state === 'withdrawn' || state === 'not_made'

/** Whether less was paid than requested. */
export const isPartPaid = ({ state, paid, amount }: PaymentLink): boolean =>
  state === 'paid' && paid !== null && paid < amount

/** The next request to the service. */
export type LinkRequest = 'find' | 'create' | 'deliver' | 'expire' | 'look'

/** Null if nothing is left to do. A journaled creation may have been sent: its session is looked up first. */
export function nextLinkRequest(link: PaymentLink): LinkRequest | null {
  switch (link.state) {
    case 'creating':
      return link.creations === 0 ? 'create' : 'find'
    case 'open':
      if (link.awaits_bank !== null) return 'look'
      if (link.withdrawing) return 'expire'
      return link.delivery === 'sending' ? 'deliver' : 'look'
    case 'paid':
    case 'expired':
    case 'withdrawn':
    case 'not_made':
    case 'not_known':
      return null
    default:
      return assertNever(link.state)
  }
}

/** The service's answer. */
export type LinkAnswer =
  | { readonly kind: 'session'; readonly session: LinkSession }
  /** The session is complete, but the bank's answer about its payment, or about a refund of it, is pending. */
  | {
      readonly kind: 'awaits_bank'
      readonly session_id: string
      readonly about: NonNullable<PaymentLink['awaits_bank']>
    }
  /** The service does not know the session that it made. */
  | { readonly kind: 'not_known' }
  /** The service has no session: the creation may be sent again, with the same key. */
  | { readonly kind: 'none' }
  /** The creation was refused: there is no session, and there will be none. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'delivered'; readonly outcome: 'sent' | 'failed' | 'unsure' | 'not_public' }
  | { readonly kind: 'no_answer' }

interface LinkSession {
  readonly id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly url: string | null
  /** For a complete session: the amount that is still paid, by its intent, in cents. */
  readonly paid: number | null
  /** For a complete session: the payment, if it stands. */
  readonly payment?: PaidByLink | null
}

export interface PaidByLink {
  readonly intent_id: string
  readonly payment: PaymentSummary
}

/** The link after an answer. Returns the same object if the answer brings nothing new. */
export function linkAfter(link: PaymentLink, answer: LinkAnswer): PaymentLink {
  if (isLinkSettled(link)) return link
  switch (answer.kind) {
    case 'session':
      return afterSession(link, answer.session)
    case 'awaits_bank': {
      const { session_id, about } = answer
      if (link.awaits_bank === about) return link
      return { ...link, session_id, state: 'open', awaits_bank: about }
    }
    case 'not_known':
      return notKnown(link)
    case 'none':
      return link.creations === 0 ? link : { ...link, creations: 0 }
    case 'refused':
      return { ...link, state: 'not_made' }
    case 'delivered':
      return { ...link, delivery: answer.outcome }
    case 'no_answer':
      return link
    default:
      return assertNever(answer)
  }
}

/** The outcome cannot be found out: nothing is claimed about the link. */
export const notKnown = (link: PaymentLink): PaymentLink => ({
  ...link,
  state: 'not_known',
  awaits_bank: null,
})

function afterSession(
  link: PaymentLink,
  { id: session_id, status, url, paid, payment }: LinkSession,
): PaymentLink {
  switch (status) {
    case 'complete':
      // It was paid, but the payment does not stand.
      if (payment === null) return notKnown({ ...link, session_id })
      return { ...link, session_id, state: 'paid', paid, awaits_bank: null }
    case 'expired':
      return { ...link, session_id, state: link.withdrawing ? 'withdrawn' : 'expired' }
    case 'open': {
      if (link.state === 'open') return link
      return { ...link, session_id, state: 'open', delivery: deliveryOf(link.receiver, url) }
    }
    default:
      return assertNever(status)
  }
}

function deliveryOf({ kind }: LinkReceiver, url: string | null): PaymentLink['delivery'] {
  if (isLocalUrl(url)) return 'local'
  return kind === 'code' ? 'not_asked' : 'sending'
}

/** Whether only this computer can open the address. */
export function isLocalUrl(url: string | null): boolean {
  if (url === null) return false
  const host = /^https?:\/\/(\[[^\]]*\]|[^:/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return host === 'localhost' || host === '[::1]' || host === '0.0.0.0' || /^127(\.\d+){3}$/.test(host)
}

/**
 * Parses a telephone number in US or Canadian format, or with a country code. Returns E.164.
 * @returns null if it is not a number.
 */
export function parsePhone(text: string): string | null {
  const bare = text.replace(/[\s().\-/]/g, '')
  const number = /^\d{10}$/.test(bare) ? `+1${bare}` : /^1\d{10}$/.test(bare) ? `+${bare}` : bare
  return /^\+[1-9]\d{7,14}$/.test(number) ? number : null
}

/** Whether it looks like an e-mail address; the exact check follows when the link is requested. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
