import { balanceDue } from '../../payments/partial-approval.ts'
import type { SaleFacts, SaleIn } from '../sale.ts'
import type { PaymentFound, SaleEvent, SaleEventIn } from '../sale-events.ts'
import { firstLook, go, lookLater, outcomeTries, park, type Step, stay, stop } from './step.ts'

/**
 * The request that may move money has left. The only way out is what the service reports of the payment itself:
 * unknown is not failed, and a time-out or a cancel is never proof that nothing was charged.
 */
export function fromAuthorizing(state: SaleIn<'authorizing'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'progress':
      if (event.intent_id !== state.sale.intent_id) return stay(state)
      return go({ ...state, step: event.step })
    case 'cancel':
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    case 'authorization_ended':
      return authorizationEnded(state, event)
    default:
      return stay(state)
  }
}

function authorizationEnded(
  { sale, cancelling, ends_at }: SaleIn<'authorizing'>,
  { end }: SaleEventIn<'authorization_ended'>,
): Step {
  const check = (rest: Pick<SaleIn<'checking'>, 'cause' | 'otherwise' | 'detail' | 'ended'>): Step =>
    go(
      { kind: 'checking', sale, ...firstLook, cancelling, ends_at, ...rest },
      { kind: 'look_up', sale, confirm: !rest.ended },
    )
  const otherwise = (reason: SaleIn<'stopped'>['reason']) =>
    cancelling && reason !== 'refused' ? 'cancelled_by_cashier' : reason
  switch (end.kind) {
    case 'paid':
    case 'declined':
      return settled(sale, end, cancelling)
    case 'not_sent':
      return go(stop(sale, otherwise(end.reason), end.detail))
    case 'unknown': {
      const { cause, detail, ended } = end
      return check({ cause, detail, ended, otherwise: otherwise(end.otherwise) })
    }
    case 'processing':
    case 'voided':
    case 'absent':
      return check({
        cause: 'still_processing',
        otherwise: otherwise('timed_out'),
        detail: '',
        ended: true,
      })
  }
}

export function fromChecking(state: SaleIn<'checking'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'looked_up':
      return lookedUp({ ...state, refusals: 0 }, event)
    case 'look_up_failed':
      return lookLater({ ...state, refusals: event.refused ? state.refusals + 1 : state.refusals }, event.at)
    case 'finish':
      return park(state)
    case 'waited':
      return go(state, { kind: 'look_up', sale: state.sale, confirm: !state.ended })
    case 'cancel':
      return go(
        { ...state, cancelling: true, otherwise: 'cancelled_by_cashier' },
        { kind: 'cancel_terminal' },
      )
    default:
      return stay(state)
  }
}

function lookedUp(before: SaleIn<'checking'>, event: SaleEventIn<'looked_up'>): Step {
  const sale = { ...before.sale, intent_id: before.sale.intent_id ?? event.intent_id ?? null }
  const state = { ...before, sale }
  const { otherwise, detail } = state
  switch (event.found.kind) {
    case 'declined':
      // The terminal may be asking for the same card in another way: declined counts only once nothing can follow.
      if (!proven(state, event)) return lookLater(state, event.at)
      return settled(sale, event.found, state.cancelling)
    case 'paid':
      return settled(sale, event.found, state.cancelling)
    case 'processing':
      return lookLater({ ...state, cause: 'still_processing' }, event.at)
    case 'voided':
      return go(stop(sale, 'voided', detail, { money: 'voided', can_retry: event.found.open }))
    case 'absent':
      // "No payment" counts only once none can follow.
      if (!proven(state, event)) return lookLater(state, event.at)
      return go(stop(sale, otherwise, detail, { can_retry: event.found.open && otherwise !== 'refused' }))
  }
}

/** Nothing can follow any more: the terminal's command has ended, or it works on nothing. */
const proven = ({ ended, tries }: SaleIn<'checking'>, { idle }: SaleEventIn<'looked_up'>): boolean =>
  ended || idle || tries >= outcomeTries

/** The payment's own word. Approved is approved: what follows can only add to it. */
export function settled(
  sale: SaleFacts,
  found: Extract<PaymentFound, { kind: 'paid' | 'declined' }>,
  cancelling: boolean,
): Step {
  if (found.kind === 'declined') {
    const failed = [...sale.failed_payments, found.payment_id]
    return go({ kind: 'declined', sale: { ...sale, failed_payments: failed }, decline: found.decline })
  }
  const { payment, sign } = found
  const partial = balanceDue(sale.amount + sale.tip, payment.amount) > 0
  if (cancelling || partial) {
    return go({
      kind: 'deciding',
      sale,
      payment,
      because: cancelling ? 'approved_after_cancel' : 'partial',
      sign,
    })
  }
  return accept(sale, payment, sign)
}

/** The payment stands: the signature if the screen must take it, then the receipt. */
export const accept = (sale: SaleFacts, payment: SaleIn<'approved'>['payment'], sign: boolean): Step =>
  sign ? go({ kind: 'signing', sale, payment }) : approve(sale, payment, null)

export const approve = (
  sale: SaleFacts,
  payment: SaleIn<'approved'>['payment'],
  signature: string | null,
): Step =>
  go(
    { kind: 'approved', sale, payment, receipt: [], signature, print: 'not_asked' },
    { kind: 'load_receipt', sale, payment_id: payment.payment_id },
  )
