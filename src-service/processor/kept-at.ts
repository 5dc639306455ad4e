import { z } from 'zod'
import type { HeldSource, PaymentSource } from './payment-source.ts'

/**
 * The processor's reference to a card or account that it stores. Kept in the vault, because it can be used to charge.
 */
export const keptAtSchema = z.strictObject({
  /** The processor that issued it; no other one accepts it. */
  processor: z.string(),
  token: z.string(),
  /** Reference of the customer's profile; null when there is none. */
  profile: z.string().nullable(),
})
export type KeptAt = z.infer<typeof keptAtSchema>

/** Returns what to send for a stored card or account: no number to a processor that stores it. */
export function sourceToSend(held: HeldSource, kept: KeptAt | null, processor: string): PaymentSource {
  if (kept === null || kept.processor !== processor) return held
  const named =
    kept.profile === null
      ? ({ kind: 'token', id: kept.token } as const)
      : ({ kind: 'profile', id: kept.profile } as const)
  if (held.kind === 'bank') return { rail: held.bank.rail, check: null, ...named }
  const { number: _, name: __, pin: ___, ...check } = held.card
  return { rail: 'card', check, ...named }
}
