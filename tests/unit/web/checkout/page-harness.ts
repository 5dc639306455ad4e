import type { CheckoutCollected, CheckoutPage } from '../../../../src-shared/api/schemas/checkout-page.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { createCheckout } from '../../../../src-web/checkout/checkout.ts'
import type { PageApi } from '../../../../src-web/checkout/page-api.ts'
import { type PageState, screenOf } from '../../../../src-web/checkout/page-state.ts'
import type { PageFailure } from '../../../../src-web/components/ask-service.ts'
import { checkoutScenes } from '../../../pictures/checkout-scenes.ts'

export const view: CheckoutPage = { ...checkoutScenes.open.view, amount: 1000, last_attempt: null }
export const { payment } = checkoutScenes.paid.paid
export const paid: CheckoutPage = { ...view, state: 'paid', payment }
export const paidByAnother: CheckoutPage = {
  ...paid,
  payment: payment === null ? null : { ...payment, last_four_digits: '4444' },
}
export const processing: CheckoutPage = { ...view, state: 'processing' }
export const unknown: CheckoutPage = { ...view, state: 'unknown' }
export const declined: CheckoutPage = {
  ...view,
  last_attempt: { outcome: 'declined', category: 'do_not_honor', at: '2026-11-22T12:00:00.000Z' },
}
export const collected = (amount: number, page = view): CheckoutCollected => ({
  ...{ amount, surcharge_amount: amount - page.amount, page },
  payment_method: { id: 'pm_1', type: 'card', brand: 'Visa', last_four_digits: '1111', funding: 'credit' },
})
export const details = {
  payment_method_type: 'card',
  card: { number: '4111111111111111', exp_month: '04', exp_year: '2029' },
} as const

export const noAnswer: PageFailure = { kind: 'no_answer' }
export const refused = (status: number, code: string, ...params: string[]): PageFailure => ({
  kind: 'refused',
  ...{ status, code, params },
})
export const noPage = refused(404, 'resource_missing', 'x-client-secret')

type Answers<Value> = Result<Value, PageFailure>[]

interface Script {
  readonly load?: Answers<CheckoutPage>
  readonly collect?: Answers<CheckoutCollected>
  readonly pay?: Answers<CheckoutPage>
}

/**
 * A page with a service that gives the answers in turn; the last answer is repeated. Timers run when the test calls
 * them.
 */
export function openPage({
  load = [ok(view)],
  collect = [ok(collected(1000))],
  pay = [ok(paid)],
}: Script = {}) {
  const asked: { readonly what: string; readonly key?: string; readonly amount?: number }[] = []
  const seen: string[] = []
  const timers: (() => void)[] = []
  const next = <Value>(answers: Answers<Value>): Promise<Result<Value, PageFailure>> => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return Promise.resolve(answer ?? err(noAnswer))
  }
  const answers = { load: [...load], collect: [...collect], pay: [...pay] }
  const api: PageApi = {
    load: () => {
      asked.push({ what: 'load' })
      return next(answers.load)
    },
    collect: () => {
      asked.push({ what: 'collect' })
      return next(answers.collect)
    },
    pay: ({ amount }, key) => {
      asked.push({ what: 'pay', key, amount })
      return next(answers.pay)
    },
  }
  let keys = 0
  const checkout = createCheckout({
    api,
    onChange: (state: PageState) => {
      const screen = screenOf(state)
      if (seen.at(-1) !== screen) seen.push(screen)
    },
    newKey: () => {
      keys += 1
      return `page_key_${keys}`
    },
    after: (_ms, run) => {
      timers.push(run)
      return () => {
        const at = timers.indexOf(run)
        if (at >= 0) timers.splice(at, 1)
      }
    },
    wait: () => Promise.resolve(),
  })
  return {
    checkout,
    answers,
    seen,
    screen: () => screenOf(checkout.state()),
    shown: () => {
      const state = checkout.state()
      if (state.at !== 'shown') throw new Error(`the page is at ${state.at}`)
      return state
    },
    payments: () => asked.filter(({ what }) => what === 'pay'),
    asked: (what: string) => asked.filter((one) => one.what === what).length,
    /** Runs the page's next scheduled look; false if none is scheduled. */
    passTime: async () => {
      const run = timers.shift()
      run?.()
      await new Promise((resolve) => setImmediate(resolve))
      return run !== undefined
    },
  }
}
