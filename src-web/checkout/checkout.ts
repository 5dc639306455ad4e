import type { CheckoutCollected } from '../../src-shared/api/schemas/checkout-page.ts'
import type { Cents } from '../../src-shared/money.ts'
import { isNoPage, type PageFailure } from '../components/ask-service.ts'
import { type FieldName, fieldOfParam, type PaymentDetails } from '../components/payment-details.ts'
import type { PageApi } from './page-api.ts'
import { atDetails, type PageState, retryMs, type Step } from './page-state.ts'
import { createShownPage } from './shown-page.ts'

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

/**
 * The whole page: the state of the payment and the payer's step. It never concludes by itself that no money moved: only
 * the service reports that.
 */
export function createCheckout({ api, onChange, newKey, after, wait }: CheckoutOptions): Checkout {
  const page = createShownPage({ onChange, look: () => void look(), after })

  async function look(): Promise<void> {
    page.cancelLook()
    const begun = page.epoch()
    const answer = await api.load()
    if (begun !== page.epoch()) return
    if (answer.ok) {
      const state = page.state()
      const paying = state.at === 'shown' && state.step.name === 'paying'
      // Not yet: the sent payment may still be on its way.
      if (paying && answer.value.state === 'open') page.lookLater()
      else page.setView(answer.value)
      return
    }
    if (isNoPage(answer.error)) page.notFound()
    else page.unanswered()
  }

  async function submit(given: PaymentDetails, shown: Cents): Promise<void> {
    const state = page.state()
    if (state.at !== 'shown' || state.step.name !== 'details' || state.view.state !== 'open') return
    const before = state.view.amount
    page.setDetails(given)
    page.setStep({ name: 'reading' })
    const collected = await collect()
    if (collected === null) return
    if (collected.amount === shown) await pay(collected)
    else page.setStep({ name: 'confirm', collected, because: reasonOf(collected, before) })
  }

  /** @returns null if the page has already moved on: refused, saved, left, or no longer open */
  async function collect(): Promise<CheckoutCollected | null> {
    const details = page.details()
    if (details === null) return null
    const begun = page.epoch()
    const answer = await api.collect(details)
    // The payer has left meanwhile, so no payment is made.
    if (begun !== page.epoch()) return null
    if (!answer.ok) {
      await backToForm(answer.error)
      return null
    }
    if (answer.value.page.mode === 'save') {
      page.settle(answer.value.page)
      return null
    }
    page.setView(answer.value.page)
    return answer.value.page.state === 'open' ? answer.value : null
  }

  async function backToForm(failure: PageFailure): Promise<void> {
    if (isNoPage(failure)) return page.notFound()
    const step = stepAfter(failure)
    // Entries are kept if the payer can correct them.
    page.setStep(step)
    page.setDetails(null)
    if (step.name === 'details' && step.refused.length === 0) await look()
  }

  async function confirm(): Promise<void> {
    const state = page.state()
    if (state.at === 'shown' && state.step.name === 'confirm') await pay(state.step.collected)
  }

  /** Pays with one key per payment, so that repeats do not pay twice. */
  async function pay({ payment_method: method, amount, surcharge_amount }: CheckoutCollected): Promise<void> {
    if (method === null) return
    const body = { payment_method_id: method.id, amount, surcharge_amount }
    const key = newKey()
    page.startPaying(method)
    for (let tries = 1; ; tries += 1) {
      const answer = await api.pay(body, key)
      // The first request is answered when its payment is settled; one still processing belongs to another payer.
      if (answer.ok) return page.settle(answer.value, tries > 1 || answer.value.state !== 'processing')
      if (!page.isPaying()) return
      if (isNoPage(answer.error)) return page.notFound()
      if (isAmountChanged(answer.error)) return quoteAnew()
      if (isConflict(answer.error)) return lookOnce(answer.error.code === 'idempotency_answer_lost')
      if (!isWorthRepeating(answer.error)) return backToForm(answer.error)
      if (isLost(answer.error)) page.setStep({ name: 'paying', lost: true })
      await look()
      if (!page.isPaying()) return
      await wait(retryMs(tries))
      if (!page.isPaying()) return
    }
  }
  /** A repeat would always be refused, so the service's view decides. @param isOurs it may be this page's payment */
  async function lookOnce(isOurs: boolean): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const answer = await api.load()
      const state = page.state()
      if (!page.isPaying() || state.at !== 'shown') return
      if (answer.ok) {
        const isDecline = isOurs && answer.value.last_attempt?.at !== state.view.last_attempt?.at
        const step: Step = { name: 'details', refused: [], notice: isDecline ? null : 'failed' }
        return page.settle(answer.value, isOurs, answer.value.state === 'open' ? step : atDetails)
      }
      if (isNoPage(answer.error)) return page.notFound()
      page.setStep({ name: 'paying', lost: true })
      await wait(retryMs(tries))
    }
  }
  async function quoteAnew(): Promise<void> {
    page.setStep({ name: 'reading' })
    const collected = await collect()
    if (collected !== null) page.setStep({ name: 'confirm', collected, because: 'changed' })
  }

  function startOver(): void {
    const state = page.state()
    if (state.at === 'shown' && state.step.name !== 'reading') leave()
  }

  /** A sent payment is still followed; one that was not sent is dropped. */
  function leave(): void {
    const state = page.state()
    if (state.at !== 'shown' || state.step.name === 'paying') return
    page.setDetails(null)
    page.setStep(atDetails)
  }

  return {
    state: page.state,
    submit,
    confirm,
    startOver,
    look,
    leave,
  }
}

const isAmountChanged = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'amount_changed'

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
