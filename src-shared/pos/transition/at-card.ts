import { chargedOf } from '../sale/charged.ts'
import type { PaymentSummary, SaleFacts, SaleIn, SaleStep } from '../sale/sale.ts'
import type { PaymentFound, SaleEffect, SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import {
  answered,
  countFailure,
  firstLook,
  go,
  lookLater,
  outcomeTries,
  park,
  releasedOf,
  type Step,
  showOutcome,
  stay,
  stop,
} from './step.ts'
import { voidPayment } from './void.ts'

/**
 * The request that may move money was sent. Only what the service reports of the payment itself leads out of this
 * state: unknown is not failed, and a timeout or a cancel never proves that nothing was charged.
 */
export function fromAuthorizing(state: SaleIn<'authorizing'>, event: SaleEvent): Step {
  switch (event.kind) {
    case 'progress':
      if (event.intent_id !== state.sale.intent_id) return stay(state)
      return reached(state, event)
    case 'approval_read':
      return go({ ...state, payment: event.payment })
    case 'skip_signature':
      if (state.payment === null || state.asked !== 'nothing') return stay(state)
      return go({ ...state, asked: 'skip_signature' }, { kind: 'cancel_terminal' })
    case 'decide':
      if (state.payment === null || state.asked === 'void' || event.choice !== 'void') return stay(state)
      // If the answer is lost, a person is asked again, as after any other cancel.
      return go({ ...state, asked: 'void', cancelling: true }, { kind: 'cancel_terminal' })
    case 'cancel':
      return go({ ...state, cancelling: true }, { kind: 'cancel_terminal' })
    case 'authorization_ended':
      return authorizationEnded(state, event)
    default:
      return stay(state)
  }
}

function reached(state: SaleIn<'authorizing'>, { step }: SaleEventIn<'progress'>): Step {
  const next = { ...state, step: stepOfAttempt(state.step, step) }
  if (step !== 'approved' || state.payment !== null) return go(next)
  return go(next, { kind: 'read_approval', sale: state.sale })
}

/** A card can be removed after this attempt's outcome; before, it is an earlier attempt's card, in the way. */
function stepOfAttempt(before: SaleStep | null, step: SaleEventIn<'progress'>['step']): SaleStep | null {
  const ended = before !== null && afterOutcome.includes(before)
  if (ended) return step
  if (step === 'remove_card') return 'take_card_out_first'
  return step === 'card_removed' ? null : step
}

const afterOutcome: readonly SaleStep[] = [
  'approved',
  'declined',
  'remove_card',
  'card_removed',
  'signing',
  'printing',
]

function authorizationEnded(
  { sale, cancelling, ends_at, asked }: SaleIn<'authorizing'>,
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
      if (asked === 'void') return voidPayment(sale, end.payment, false)
      return shown(settled(sale, end, cancelling), showOutcome('approved', sale, end.payment.amount))
    case 'declined':
      return shown(settled(sale, end, cancelling), showOutcome('declined', sale))
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
      return lookedUp({ ...state, ...answered }, event)
    case 'look_up_failed':
      return lookLater({ ...state, ...countFailure(state, event.refused) }, event.at)
    case 'finish':
      return park(state)
    case 'waited':
      return go(state, { kind: 'look_up', sale: state.sale, confirm: !state.ended })
    case 'cancel':
      return go(
        { ...state, cancelling: true, cancels: 0, otherwise: 'cancelled_by_cashier' },
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
      // The terminal may be asking for the same card in another way: a decline counts only once no payment can follow.
      // It does not ask again for a card that was read before, or is saved.
      if (sale.token === null && !proven(state, event)) return untilProven(state, event.at)
      return also(settled(sale, event.found, state.cancelling), showOutcome('declined', sale))
    case 'paid': {
      const step = settled(sale, event.found, state.cancelling)
      if (step.state.kind === 'deciding') return step
      return also(step, showOutcome('approved', sale, event.found.payment.amount))
    }
    case 'processing':
      return lookLater({ ...state, cause: 'still_processing' }, event.at)
    case 'voided': {
      const { open: can_retry, returned } = event.found
      const back = returned === undefined ? {} : { returned }
      return go(
        stop(sale, 'voided', detail, { money: 'voided', can_retry, ...back, ...releasedOf(sale, returned) }),
        showOutcome('voided', sale, returned),
      )
    }
    case 'absent':
      // "No payment" counts only once none can follow.
      if (!proven(state, event)) return untilProven(state, event.at)
      return go(stop(sale, otherwise, detail, { can_retry: event.found.open && otherwise !== 'refused' }))
  }
}

/** About half a minute: by then a restarted counter has its session again. */
const mostCancels = 8

/**
 * Repeats the cancel, which may have been lost in a crash or with the link: otherwise the prompt would stay for all of
 * 2 min 30 s. The number is limited: for a service that does not know cancel, each one ends a session.
 */
function untilProven(state: SaleIn<'checking'>, at: string): Step {
  const { cancelling, cancels = 0 } = state
  if (!cancelling || cancels >= mostCancels) return lookLater(state, at)
  return also(lookLater({ ...state, cancels: cancels + 1 }, at), { kind: 'cancel_terminal' })
}

/** The terminal's command ended before the outcome was known, and its screen with it. */
const also = (step: Step, effect: SaleEffect): Step => go(step.state, ...step.effects, effect)

/** The terminal knows the outcome of its own commands, but not that of a card that was read before. */
const shown = (step: Step, outcome: SaleEffect): Step =>
  step.state.kind === 'ready' || step.state.kind === 'deciding' || step.state.sale.token === null
    ? step
    : also(step, outcome)

/** Whether no payment can follow: the terminal's command has ended, or nothing runs on the terminal. */
const proven = ({ ended, tries }: SaleIn<'checking'>, { idle }: SaleEventIn<'looked_up'>): boolean =>
  ended || idle || tries >= outcomeTries

/** The outcome by the payment itself. Approved is final: later results can only add to it. */
export function settled(
  facts: SaleFacts,
  found: Extract<PaymentFound, { kind: 'paid' | 'declined' }>,
  cancelling: boolean,
): Step {
  if (found.kind === 'declined') {
    const failed = [...facts.failed_payments, found.payment_id]
    return go({ kind: 'declined', sale: { ...facts, failed_payments: failed }, decline: found.decline })
  }
  const { payment, sign } = found
  const sale = payment.status === 'uncaptured' ? heldForTab(facts) : facts
  const because = cancelling ? 'approved_after_cancel' : notAsAgreed(sale, payment)
  return because === null
    ? accept(sale, payment, sign)
    : go({ kind: 'deciding', sale, payment, because, sign })
}

/**
 * Whether the card paid less than was due, because of a refund or a smaller charge, or more than the customer agreed
 * to; otherwise null.
 */
export function notAsAgreed(
  sale: SaleFacts,
  { amount, returned = 0 }: PaymentSummary,
): 'partial' | 'part_returned' | 'too_much' | null {
  const agreed = chargedOf(sale)
  if (amount < agreed) return returned > 0 ? 'part_returned' : 'partial'
  // A hold for a tab is not a charge.
  return amount > agreed && sale.tab?.stage !== 'opening' ? 'too_much' : null
}

/**
 * A payment that is held and not captured has paid nothing. Only tabs are authorized that way, so the sale becomes a
 * tab, whatever a damaged record contains.
 */
const heldForTab = (sale: SaleFacts): SaleFacts =>
  sale.tab?.stage === 'opening'
    ? sale
    : { ...sale, tip: 0, bill: null, tab: { name: sale.tab?.name ?? nameOfLost(sale), stage: 'opening' } }

const nameOfLost = ({ note, hsn, id }: SaleFacts): string => (note.trim() || hsn || id).slice(0, 60)

/** The payment stands: takes the signature on the screen if required, then loads the receipt. */
export const accept = (sale: SaleFacts, payment: SaleIn<'approved'>['payment'], sign: boolean): Step =>
  sign ? go({ kind: 'signing', sale, payment }) : approve(sale, payment, null)

export const approve = (
  sale: SaleFacts,
  payment: SaleIn<'approved'>['payment'],
  signature: string | null,
): Step =>
  go(
    { kind: 'approved', sale, payment, receipt: [], signature, print: 'not_asked' },
    ...loadReceipt(sale, payment),
  )

/** Nothing was paid when a tab is opened: its receipt comes when it is closed. */
export const loadReceipt = (
  sale: SaleFacts,
  { payment_id }: SaleIn<'approved'>['payment'],
): readonly SaleEffect[] =>
  sale.tab?.stage === 'opening' ? [] : [{ kind: 'load_receipt', sale, payment_id }]
