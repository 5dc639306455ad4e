import type { Cents } from '../../money.ts'
import { partGivenBack } from '../refusals.ts'
import type { CountedReturn, Return, ReturnPart } from './return.ts'

/** The total that goes back by this part. */
export const partCents = (part: ReturnPart): Cents =>
  part.goods + part.tip + part.surcharge + roundingOf(part)

/** Whether the part was refused because something else was refunded to its card in the meantime. */
export const isRefusedForMore = (part: ReturnPart): boolean =>
  part.kind === 'card' && part.state === 'refused' && part.detail === partGivenBack

export const roundingOf = (part: ReturnPart): Cents =>
  part.kind === 'cash' || part.kind === 'exchange' ? part.rounding : 0

export const returnCents = ({ parts }: Pick<Return, 'parts'>): Cents =>
  parts.reduce((sum, part) => sum + partCents(part), 0)

/** The id of a share of an exchange credit, by its index; used as the id of a tender of the bill that it pays. */
export const creditId = (returnId: string, index: number): string => `${returnId}-${index + 1}`

/**
 * What a card paid that is not refunded to it, in cents: handed over, or to be handed over, in cash, put on a gift
 * card, or used to pay for other goods, until those are returned themselves.
 */
export function givenOtherwise(returns: readonly CountedReturn[], intentId: string): Cents {
  const counted = returns.filter(({ status }) => status !== 'cancelled')
  const kept = new Set(
    counted.flatMap(({ id, parts }) =>
      parts
        .filter(({ kind }) => kind === 'exchange')
        .flatMap(({ intent_id }, index) => (intent_id === intentId ? [creditId(id, index)] : [])),
    ),
  )
  return counted
    .flatMap(({ parts }) => parts)
    .reduce((sum, { kind, intent_id, tender_id, goods, tip, surcharge }) => {
      const cents = goods + tip + surcharge
      const given = kind !== 'card' && intent_id === intentId ? cents : 0
      return sum + given - (kept.has(tender_id) ? cents : 0)
    }, 0)
}

/** The total that has certainly gone back. */
export const givenCents = ({ parts }: Pick<Return, 'parts'>): Cents =>
  returnCents({ parts: parts.filter(({ state }) => state === 'done') })

/** What returns gave back of this payment, including parts of unknown outcome. In cents. */
export const givenBackBy = (returns: readonly Pick<Return, 'parts'>[], paymentId: string): Cents =>
  returns
    .flatMap(({ parts }) => parts)
    .filter((part) => part.kind === 'card' && part.payment_id === paymentId && hasEnded(part))
    .reduce((sum, part) => sum + partCents(part), 0)

export const hasEnded = ({ state }: ReturnPart): boolean => state === 'done' || state === 'unresolved'

/** The part in progress; null when every part has ended. */
export const currentPart = ({ parts }: Pick<Return, 'parts'>): ReturnPart | null =>
  parts.find((part) => !hasEnded(part)) ?? null

/** Whether an open return refunds this payment or hands it back in cash: until then no other action may refund it. */
export const isReturning = (returns: readonly Return[], intentId: string): boolean =>
  returns.some(
    ({ status, parts }) =>
      status === 'open' &&
      parts.some((part) => part.intent_id === intentId && (part.kind !== 'card' || !hasEnded(part))),
  )

/** Whether cash is being moved between drawer and customer, so that the drawer cannot be counted. */
export const isCashMoving = (returns: readonly Return[]): boolean =>
  returns.some(({ parts }) => parts.some(({ state }) => state === 'to_hand_back' || state === 'handed_back'))
