import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { Cents } from '../../src-shared/money.ts'
import { isNoPage, type PageFailure } from '../components/ask-service.ts'
import { type FieldName, fieldOfParam, type PaymentDetails } from '../components/payment-details.ts'
import type { PageApi } from './page-api.ts'
import { atDetails, nextLookMs, type PageState, type Step } from './page-state.ts'

export interface Checkout {
  state(): PageState
  /**
   * Sends what was typed, and pays when it costs what was shown; else the payer is asked first.
   * @param shown the total, cents
   */
  submit(details: PaymentDetails, shown: Cents): Promise<void>
  /** The payer agrees to what the card turned out to cost. */
  confirm(): Promise<void>
  /** Back to an empty form. */
  startOver(): void
  /** Looks at once: the connection is back, the page is seen again, or somebody pressed the button. */
  look(): Promise<void>
  /** The page goes out of sight for good, or into the browser's memory: what was typed is forgotten. */
  leave(): void
}

export interface CheckoutOptions {
  readonly api: PageApi
  readonly onChange: (state: PageState) => void
  /** A key for one payment, at least 10 characters. */
  readonly newKey: () => string
  /** @returns cancels it */
  readonly after: (ms: number, run: () => void) => () => void
  readonly wait: (ms: number) => Promise<void>
}

const firstRetryMs = 1_000
const longestRetryMs = 10_000
const retryMs = (failures: number): number => Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)

/**
 * The page as a whole: what is known of the payment, and what the payer is at. It never concludes that no money moved:
 * only the service says so.
 */
export function createCheckout({ api, onChange, newKey, after, wait }: CheckoutOptions): Checkout {
  let state: PageState = { at: 'loading' }
  /** Kept for as long as a payment is being agreed on, and nowhere but here. */
  let details: PaymentDetails | null = null
  let failures = 0
  let cancelLook = () => {}
  /** Answers to looks that began before the last change of step are out of date. */
  let epoch = 0
  /** What this page paid with: somebody else with the same link pays with something else. */
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
    // While the link is open, the only payment there can be to follow is the one that this page sends.
    const isFollowing = state.followed && state.view.state !== 'open'
    set({ ...state, step, form, followed: isFollowing || step.name === 'paying' })
  }

  /** What the service says now. A payment that is neither open nor unknown any more needs no details. */
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
    // Loaded in the midst of a payment: this page's own, before it was loaded again.
    return now === 'processing' || now === 'unknown'
  }
  /** Two people may have one link: what the other one's bank refused is not shown to this one. */
  function withoutOthersDecline(view: CheckoutPage): CheckoutPage {
    return state.at === 'shown' ? { ...view, last_attempt: state.view.last_attempt } : view
  }
  /** What a payment, or a method to be saved, came to. The next try starts with an empty form. */
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
      // Not yet: the payment that was sent may be on its way still.
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

  /** @returns null when the page goes on by itself: refused, saved, left, or no longer open */
  async function collect(): Promise<CheckoutCollected | null> {
    if (details === null) return null
    const begun = epoch
    const answer = await api.collect(details)
    // The payer has left meanwhile: nothing is paid behind their back.
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
    // Typed fields are kept where they can be mended.
    setStep(step)
    details = null
    if (step.name === 'details' && step.refused.length === 0) await look()
  }

  async function confirm(): Promise<void> {
    if (state.at === 'shown' && state.step.name === 'confirm') await pay(state.step.collected)
  }

  /** One payment, one key: however often it is sent, it is made once. */
  async function pay({ payment_method: method, amount, surcharge_amount }: CheckoutCollected): Promise<void> {
    if (method === null) return
    const body = { payment_method_id: method.id, amount, surcharge_amount }
    const key = newKey()
    sent = method
    setStep({ name: 'paying', lost: false })
    for (let tries = 1; ; tries += 1) {
      const answer = await api.pay(body, key)
      // The first answer comes when this payment is settled: one that is still being asked about is another's.
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
  /** A repeat would be refused for ever: what the service shows now decides. @param isOurs it may be this page's payment */
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
  /** Whether nobody has found out yet what became of the payment that was sent. */
  const isPaying = () => state.at === 'shown' && state.step.name === 'paying' && state.view.state === 'open'

  async function quoteAnew(): Promise<void> {
    setStep({ name: 'reading' })
    const collected = await collect()
    if (collected !== null) setStep({ name: 'confirm', collected, because: 'changed' })
  }

  function startOver(): void {
    if (state.at === 'shown' && state.step.name !== 'reading') leave()
  }

  /** A payment that was sent is followed all the same; one that was not is not sent any more. */
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

/** An answer that leaves open what became of the payment. */
const isLost = (failure: PageFailure): boolean => failure.kind === 'no_answer' || failure.status >= 500

const isWorthRepeating = (failure: PageFailure): boolean =>
  isLost(failure) ||
  (failure.kind === 'refused' && (failure.status === 429 || failure.code === 'idempotency_in_progress'))

const isConflict = (failure: PageFailure): failure is Extract<PageFailure, { kind: 'refused' }> =>
  failure.kind === 'refused' && failure.status === 409 && !isWorthRepeating(failure)

/** Why a card costs something else than was shown. @param before what the goods cost then, without a surcharge */
function reasonOf(
  { amount, page }: CheckoutCollected,
  before: Cents,
): 'surcharge' | 'no_surcharge' | 'changed' {
  if (page.amount !== before) return 'changed'
  return amount === page.amount ? 'no_surcharge' : 'surcharge'
}

/** Details are collected before anything is charged: whatever went wrong there, nothing was. */
function stepAfter(failure: PageFailure): Step {
  if (failure.kind === 'no_answer') return { name: 'details', refused: [], notice: 'check_again' }
  const refused = failure.params.map(fieldOfParam).filter((name): name is FieldName => name !== null)
  if (refused.length > 0) return { name: 'details', refused, notice: null }
  return { name: 'details', refused: [], notice: failure.status === 429 ? 'busy' : 'failed' }
}
