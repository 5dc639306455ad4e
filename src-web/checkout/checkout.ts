import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { Cents } from '../../src-shared/money.ts'
import { isNoPage, type PageFailure } from '../components/ask-service.ts'
import { type FieldName, fieldOfParam, type PaymentDetails } from '../components/payment-details.ts'
import type { PageApi } from './page-api.ts'
import { atDetails, nextLookMs, type PageState, type Step } from './page-state.ts'

export interface Checkout {
  state(): PageState
  /**
   * Sends the details, and pays if the total equals the shown one; otherwise asks the payer first.
   * @param shown the total, cents
   */
  submit(details: PaymentDetails, shown: Cents): Promise<void>
  /** The payer agrees to the card's actual total. */
  confirm(): Promise<void>
  /** Returns to an empty form. */
  startOver(): void
  /** Loads the page's state at once: the connection is back, the page is visible again, or a button was pressed. */
  look(): Promise<void>
  /** The page is closed or put into the browser's back cache: the entries are cleared. */
  leave(): void
}

export interface CheckoutOptions {
  readonly api: PageApi
  readonly onChange: (state: PageState) => void
  /** Idempotency key for one payment, at least 10 characters. */
  readonly newKey: () => string
  /** @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
  readonly wait: (ms: number) => Promise<void>
}

const firstRetryMs = 1_000
const longestRetryMs = 10_000
const retryMs = (failures: number): number => Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)

/**
 * The whole page: the state of the payment and the payer's step. It never concludes by itself that no money moved: only
 * the service reports that.
 */
export function createCheckout({ api, onChange, newKey, after, wait }: CheckoutOptions): Checkout {
  let state: PageState = { at: 'loading' }
  /** Kept in memory only, until the payer has agreed to the payment. */
  let details: PaymentDetails | null = null
  let failures = 0
  let cancelLook = () => {}
  /** Answers to requests that started before the last change of step are out of date. */
  let epoch = 0
  /** The method that this page paid with: another person with the same link pays with another one. */
  let sent: Method | null = null

  function set(next: PageState): void {
    state = next
    onChange(state)
    lookLater(nextLookMs(state))
  }
  function lookLater(ms: number | null): void {
    cancelLook()
    if (ms !== null) cancelLook = after(ms, () => void look())
  }
  function setStep(step: Step): void {
    if (state.at !== 'shown') return
    epoch += 1
    const form = step.name === 'details' && details === null ? state.form + 1 : state.form
    // While the link is open, the page can only follow a payment that it sends itself.
    const isFollowing = state.followed && state.view.state !== 'open'
    set({ ...state, step, form, followed: isFollowing || step.name === 'paying' })
  }

  /** Takes over the service's current view. Details are dropped once the payment is not open. */
  function setView(view: CheckoutPage): void {
    const known = state.at === 'shown' ? state : null
    showView(view, known !== null && view.state === 'open' ? known.step : atDetails)
  }
  function showView(view: CheckoutPage, step: Step, isOurs = false): void {
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
  /** Two people may have the same link: a decline of one payer's card is not shown to the other. */
  function withoutOthersDecline(view: CheckoutPage): CheckoutPage {
    return state.at === 'shown' ? { ...view, last_attempt: state.view.last_attempt } : view
  }
  /** Shows the result of a payment, or of saving a method. The next attempt starts with an empty form. */
  function settle(view: CheckoutPage, isOurs = true, step: Step = atDetails): void {
    details = null
    epoch += 1
    if (!isOurs && state.at === 'shown') state = { ...state, followed: false }
    showView(view, step, isOurs && view.state !== 'paid')
  }

  async function look(): Promise<void> {
    cancelLook()
    const begun = epoch
    const answer = await api.load()
    if (begun !== epoch) return
    if (answer.ok) {
      const paying = state.at === 'shown' && state.step.name === 'paying'
      // Not yet: the sent payment may still be on its way.
      if (paying && answer.value.state === 'open') lookLater(nextLookMs(state))
      else setView(answer.value)
      return
    }
    if (isNoPage(answer.error)) {
      details = null
      set({ at: 'not_found' })
      return
    }
    failures += 1
    if (state.at === 'shown') set({ ...state, offline: true })
    else set({ at: 'unreachable' })
    lookLater(retryMs(failures))
  }

  async function submit(given: PaymentDetails, shown: Cents): Promise<void> {
    if (state.at !== 'shown' || state.step.name !== 'details' || state.view.state !== 'open') return
    const before = state.view.amount
    details = given
    setStep({ name: 'reading' })
    const collected = await collect()
    if (collected === null) return
    if (collected.amount === shown) await pay(collected)
    else setStep({ name: 'confirm', collected, because: reasonOf(collected, before) })
  }

  /** @returns null if the page has already moved on: refused, saved, left, or no longer open */
  async function collect(): Promise<CheckoutCollected | null> {
    if (details === null) return null
    const begun = epoch
    const answer = await api.collect(details)
    // The payer has left meanwhile, so no payment is made.
    if (begun !== epoch) return null
    if (!answer.ok) {
      await backToForm(answer.error)
      return null
    }
    if (answer.value.page.mode === 'save') {
      settle(answer.value.page)
      return null
    }
    setView(answer.value.page)
    return answer.value.page.state === 'open' ? answer.value : null
  }

  async function backToForm(failure: PageFailure): Promise<void> {
    if (isNoPage(failure)) return set({ at: 'not_found' })
    const step = stepAfter(failure)
    // Entries are kept if the payer can correct them.
    setStep(step)
    details = null
    if (step.name === 'details' && step.refused.length === 0) await look()
  }

  async function confirm(): Promise<void> {
    if (state.at === 'shown' && state.step.name === 'confirm') await pay(state.step.collected)
  }

  /** Pays with one key per payment, so that repeats do not pay twice. */
  async function pay({ payment_method: method, amount, surcharge_amount }: CheckoutCollected): Promise<void> {
    if (method === null) return
    const body = { payment_method_id: method.id, amount, surcharge_amount }
    const key = newKey()
    sent = method
    setStep({ name: 'paying', lost: false })
    for (let tries = 1; ; tries += 1) {
      const answer = await api.pay(body, key)
      // The first request is answered when its payment is settled; one still processing belongs to another payer.
      if (answer.ok) return settle(answer.value, tries > 1 || answer.value.state !== 'processing')
      if (!isPaying()) return
      if (isNoPage(answer.error)) return set({ at: 'not_found' })
      if (isAmountChanged(answer.error)) return quoteAnew()
      if (isConflict(answer.error)) return lookOnce(answer.error.code === 'idempotency_answer_lost')
      if (!isWorthRepeating(answer.error)) return backToForm(answer.error)
      if (isLost(answer.error)) setStep({ name: 'paying', lost: true })
      await look()
      if (!isPaying()) return
      await wait(retryMs(tries))
      if (!isPaying()) return
    }
  }
  /** A repeat would always be refused, so the service's view decides. @param isOurs it may be this page's payment */
  async function lookOnce(isOurs: boolean): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const answer = await api.load()
      if (!isPaying() || state.at !== 'shown') return
      if (answer.ok) {
        const isDecline = isOurs && answer.value.last_attempt?.at !== state.view.last_attempt?.at
        const step: Step = { name: 'details', refused: [], notice: isDecline ? null : 'failed' }
        return settle(answer.value, isOurs, answer.value.state === 'open' ? step : atDetails)
      }
      if (isNoPage(answer.error)) return set({ at: 'not_found' })
      setStep({ name: 'paying', lost: true })
      await wait(retryMs(tries))
    }
  }
  /** Whether the outcome of the sent payment is still unknown. */
  const isPaying = () => state.at === 'shown' && state.step.name === 'paying' && state.view.state === 'open'

  async function quoteAnew(): Promise<void> {
    setStep({ name: 'reading' })
    const collected = await collect()
    if (collected !== null) setStep({ name: 'confirm', collected, because: 'changed' })
  }

  function startOver(): void {
    if (state.at === 'shown' && state.step.name !== 'reading') leave()
  }

  /** A sent payment is still followed; one that was not sent is dropped. */
  function leave(): void {
    if (state.at !== 'shown' || state.step.name === 'paying') return
    details = null
    setStep(atDetails)
  }

  return {
    state: () => state,
    submit,
    confirm,
    startOver,
    look,
    leave,
  }
}

const isAmountChanged = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'amount_changed'

type Method = NonNullable<CheckoutCollected['payment_method']>

const isOf = (payment: NonNullable<CheckoutPage['payment']>, method: Method): boolean =>
  payment.brand === method.brand && payment.last_four_digits === method.last_four_digits

/** An answer that leaves the outcome of the payment unknown. */
const isLost = (failure: PageFailure): boolean => failure.kind === 'no_answer' || failure.status >= 500

const isWorthRepeating = (failure: PageFailure): boolean =>
  isLost(failure) ||
  (failure.kind === 'refused' && (failure.status === 429 || failure.code === 'idempotency_in_progress'))

const isConflict = (failure: PageFailure): failure is Extract<PageFailure, { kind: 'refused' }> =>
  failure.kind === 'refused' && failure.status === 409 && !isWorthRepeating(failure)

/** Why the card's total differs from the shown one. @param before the price at that time, without a surcharge */
function reasonOf(
  { amount, page }: CheckoutCollected,
  before: Cents,
): 'surcharge' | 'no_surcharge' | 'changed' {
  if (page.amount !== before) return 'changed'
  return amount === page.amount ? 'no_surcharge' : 'surcharge'
}

/** Details are collected before any charge, so a failure here means that nothing was charged. */
function stepAfter(failure: PageFailure): Step {
  if (failure.kind === 'no_answer') return { name: 'details', refused: [], notice: 'check_again' }
  const refused = failure.params.map(fieldOfParam).filter((name): name is FieldName => name !== null)
  if (refused.length > 0) return { name: 'details', refused, notice: null }
  return { name: 'details', refused: [], notice: failure.status === 429 ? 'busy' : 'failed' }
}
