import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'

/** Columns of a checkout session that its document does not have by that name. */
export const sessionColumns = {
  /** When it expires, ms since the epoch; NULL once it has ended, so that the index holds the open ones only. */
  open_until: ({ status, expires_at }: Pick<CheckoutSession, 'status' | 'expires_at'>) =>
    status === 'open' ? Date.parse(expires_at) : null,
} as const
