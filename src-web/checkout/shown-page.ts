import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { PaymentDetails } from '../components/payment-details.ts'
import { atDetails, nextLookMs, type PageState, retryMs, type Step } from './page-state.ts'

type Method = NonNullable<CheckoutCollected['payment_method']>

interface ShownPageOptions {
  readonly onChange: (state: PageState) => void
  /** Loads the service's view again. */
  readonly look: () => void
  /** @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

/**
 * What the page shows: the service's view and the payer's step. Two people may have the same link, so it distinguishes
 * the payment that this page sent from the other's. The payer's entries are kept in memory only, until the payer has
 * agreed to the payment.
 */
export function createShownPage({ onChange, look, after }: ShownPageOptions) {
  let state: PageState = { at: 'loading' }
  let details: PaymentDetails | null = null
  let failures = 0
  let cancelLook = () => {}
  let epoch = 0
  /** The method that this page paid with: another person with the same link pays with another one. */
  let sent: Method | null = null

  function set(next: PageState): void {
    state = next
    onChange(state)
    lookLater()
  }
  function lookLater(ms = nextLookMs(state)): void {
    cancelLook()
    if (ms !== null) cancelLook = after(ms, look)
  }
  function setStep(step: Step): void {
    if (state.at !== 'shown') return
    epoch += 1
    const form = step.name === 'details' && details === null ? state.form + 1 : state.form
    // While the link is open, the page can only follow a payment that it sends itself.
    const isFollowing = state.followed && state.view.state !== 'open'
    set({ ...state, step, form, followed: isFollowing || step.name === 'paying' })
  }
  function show(view: CheckoutPage, step: Step, isOurs = false): void {
    failures = 0
    const known = state.at === 'shown' ? state : null
    if (view.state !== 'open') details = null
    const isOther = known !== null && (known.view.state !== view.state || known.step.name !== step.name)
    const followed = isOurs || isFollowed(view)
    set({
      at: 'shown',
      view: followed || view.mode === 'save' ? view : withoutOthersDecline(view),
      step,
      offline: false,
      followed: followed && view.state !== 'open',
      form: (known?.form ?? 0) + (isOther ? 1 : 0),
    })
  }
  function isFollowed({ state: now, payment }: CheckoutPage): boolean {
    if (now === 'paid' && sent !== null) return payment !== null && isOf(payment, sent)
    if (state.at === 'shown') return state.followed
    // Loaded during a payment: this page sent it before it was reloaded.
    return now === 'processing' || now === 'unknown'
  }
  /** A decline of one payer's card is not shown to the other. */
  function withoutOthersDecline(view: CheckoutPage): CheckoutPage {
    return state.at === 'shown' ? { ...view, last_attempt: state.view.last_attempt } : view
  }

  return {
    state: () => state,
    details: () => details,
    setDetails: (next: PaymentDetails | null) => {
      details = next
    },
    /** Grows with each step: answers to requests that started before are out of date. */
    epoch: () => epoch,
    setStep,
    /** Takes over the service's current view. Details are dropped once the payment is not open. */
    setView(view: CheckoutPage): void {
      const known = state.at === 'shown' ? state : null
      show(view, known !== null && view.state === 'open' ? known.step : atDetails)
    },
    /** The payment with this method is about to be sent. */
    startPaying(method: Method): void {
      sent = method
      setStep({ name: 'paying', lost: false })
    },
    /** Whether the outcome of the sent payment is still unknown. */
    isPaying: () => state.at === 'shown' && state.step.name === 'paying' && state.view.state === 'open',
    /** Shows the result of a payment, or of saving a method. The next attempt starts with an empty form. */
    settle(view: CheckoutPage, isOurs = true, step: Step = atDetails): void {
      details = null
      epoch += 1
      if (!isOurs && state.at === 'shown') state = { ...state, followed: false }
      show(view, step, isOurs && view.state !== 'paid')
    },
    /** The service knows no such page. */
    notFound(): void {
      details = null
      set({ at: 'not_found' })
    },
    /** The service did not answer a look. */
    unanswered(): void {
      failures += 1
      if (state.at === 'shown') set({ ...state, offline: true })
      else set({ at: 'unreachable' })
      lookLater(retryMs(failures))
    },
    lookLater: () => lookLater(),
    cancelLook: () => cancelLook(),
  }
}

const isOf = (payment: NonNullable<CheckoutPage['payment']>, method: Method): boolean =>
  payment.brand === method.brand && payment.last_four_digits === method.last_four_digits
