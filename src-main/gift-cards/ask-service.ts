import type { CallFailure } from '../../src-shared/api/client.ts'
import type { GiftCardMovement } from '../../src-shared/api/schemas/gift-card.ts'
import type { Currency } from '../../src-shared/currency.ts'
import type { GiftCardAnswer, GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { GiftCardTask } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import type { Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

/** Sends a task's request. Sent again, it is the same request to the service. */
export function sendTask(
  client: ClientSource,
  { task, reference, kind, amount, currency, card_id, code, bill }: GiftCardTask,
): Promise<Result<GiftCardMovement, CallFailure>> {
  const moved = { amount, currency: currency as Currency, reference, description: bill }
  if (task === 'issue') {
    return callService(client, 'gift_cards.create', { body: { kind, code: code ?? '', ...moved } })
  }
  const params = { id: card_id ?? '' }
  if (task === 'load') return callService(client, 'gift_cards.load', { params, body: moved })
  return callService(client, 'gift_cards.reverse', { params, body: { reference, description: bill } })
}

/** `bill`: the receipt's number. */
export type RedeemAsked = Pick<
  Extract<GiftCardEffect, { kind: 'redeem_gift_card' }>,
  'tender' | 'currency' | 'bill' | 'again'
>

/** @returns null where the service's answer is not certain: then it is asked again */
export async function sendRedeem(
  client: ClientSource,
  { tender: { id: reference, card_id, amount }, currency, bill }: RedeemAsked,
): Promise<GiftCardAnswer | null> {
  const sent = await callService(client, 'gift_cards.redeem', {
    params: { id: card_id },
    body: {
      amount,
      currency: currency as Currency,
      reference,
      ...(bill === '' ? {} : { description: bill }),
    },
  })
  if (sent.ok) return { kind: 'paid', left: sent.value.entry.balance }
  if (!isDecidedByLedger(sent.error)) return null
  const { code } = sent.error.error
  if (code === 'gift_card_balance_too_low') return { kind: 'refused', reason: 'balance' }
  return { kind: 'refused', reason: code === 'gift_card_blocked' ? 'blocked' : 'refused' }
}

type Refusal = Extract<CallFailure, { kind: 'refused' }>

/**
 * Whether the ledger has decided about this very request, and so knows whether it came before. A refusal for another
 * reason, such as a key that may not write now, proves nothing: an earlier try, whose answer was lost, may have moved
 * the money.
 */
export const isDecidedByLedger = (failure: CallFailure): failure is Refusal =>
  failure.kind === 'refused' &&
  decisions.includes(failure.error.code) &&
  failure.error.param !== 'x-account-id'

const decisions: readonly string[] = [
  'gift_card_balance_too_low',
  'gift_card_blocked',
  'amount_too_large',
  'parameter_invalid',
  'resource_missing',
  'state_conflict',
]
