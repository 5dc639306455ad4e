import { z } from 'zod'
import type { HeldSource, PaymentSource } from './payment-source.ts'

/** How a processor names a card or an account that it keeps. It rests in the vault: whoever has it can charge. */
export const keptAtSchema = z.strictObject({
  /** It means nothing to any other processor. */
  processor: z.string(),
  token: z.string(),
  /** What it keeps for a customer; null where there is none. */
  profile: z.string().nullable(),
})
export type KeptAt = z.infer<typeof keptAtSchema>

/** What is sent of a stored card or account: no number to a processor that keeps it. */
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
