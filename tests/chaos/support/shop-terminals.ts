import type { CallFailure, Client } from '../../../src-shared/api/client.ts'
import type { ErrorCode } from '../../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Result } from '../../../src-shared/result.ts'

/** The terminals of the cashiers' shop. They are plugged into the service, and so are lost when it is killed. */
export interface ShopTerminals {
  /** None if the bank's terminals do not authorize by themselves. */
  readonly serials: readonly string[]
  /** Their session keys by serial number, since the last start of the service. */
  readonly sessions: Map<string, string>
}

export const shopTerminals = (count: number): ShopTerminals => ({
  serials: Array.from({ length: count }, (_, index) => `CRASH-${index + 1}`),
  sessions: new Map(),
})

/** Plugs in and connects a terminal that is not connected. If that fails, the next call tries again. */
export async function openTerminal(client: Client, { sessions }: ShopTerminals, hsn: string): Promise<void> {
  if (sessions.has(hsn)) return
  const plugged = await client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } })
  if (!plugged.ok) return
  const opened = await client.call('terminals.connect', { body: { hsn, force: 'true' } })
  if (opened.ok) sessions.set(hsn, opened.value.session_key)
}

/** Errors that a terminal may get after a kill: the dead process holds it, its intent or its key for a while. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'terminal_in_use',
  'terminal_not_connected',
  'terminal_timeout',
  'terminal_session_invalid',
  'state_conflict',
  'idempotency_in_progress',
  'lock_timeout',
])

/**
 * Requests the terminal to read a card and have it authorized. Whatever the answer, the outcome of the sale is read
 * from the intent; a temporary refusal is returned.
 * @throws on a refusal that no kill explains
 */
export async function chargeAtTerminal(
  client: Client,
  { sessions }: ShopTerminals,
  sale: { readonly hsn: string; readonly intentId: string; readonly idempotencyKey: string },
): Promise<Result<PaymentIntent, CallFailure>> {
  const { hsn, intentId, idempotencyKey } = sale
  const charged = await client.call('terminals.auth_card', {
    idempotencyKey,
    sessionKey: sessions.get(hsn) ?? 'none',
    body: { hsn, payment_intent_id: intentId },
  })
  if (!charged.ok) {
    if (charged.error.kind === 'no_answer') return charged
    const { code } = charged.error.error
    if (code === 'terminal_session_invalid') sessions.delete(hsn)
    if (passing.has(code)) return charged
    throw new Error(`${intentId} at ${hsn}: ${JSON.stringify(charged.error)}`)
  }
  return client.call('payment_intents.get', { params: { id: intentId } })
}
