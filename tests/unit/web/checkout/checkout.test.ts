import { describe, expect, test } from 'vitest'
import type { CheckoutCollected, CheckoutPage } from '../../../../src-shared/api/schemas/checkout-page.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { checkoutScenes } from '../../../pictures/checkout-scenes.ts'
import {
  collected,
  declined,
  details,
  noAnswer,
  noPage,
  openPage,
  paid,
  paidByAnother,
  payment,
  processing,
  refused,
  unknown,
  view,
} from './page-harness.ts'

describe('opening a link', () => {
  test('an open link shows its form; a paid one shows that, and does not redirect', async () => {
    const page = openPage()
    await page.checkout.look()
    expect(page.screen()).toBe('details')
    const late = openPage({ load: [ok(paid)] })
    await late.checkout.look()
    expect(late.screen()).toBe('already_paid')
    expect(await late.passTime()).toBe(false)
  })

  test('an unknown link shows no page', async () => {
    const page = openPage({ load: [err(noPage)] })
    await page.checkout.look()
    expect(page.screen()).toBe('not_found')
  })

  test('a service that cannot be reached is asked again until it answers', async () => {
    const page = openPage({ load: [err(noAnswer), err(refused(503, 'unavailable')), ok(view)] })
    await page.checkout.look()
    await page.passTime()
    expect(page.screen()).toBe('unreachable')
    await page.passTime()
    expect(page.seen).toEqual(['unreachable', 'details'])
  })

  test('a lost connection keeps the form, and is shown until it is back', async () => {
    const page = openPage({ load: [ok(view), err(noAnswer), ok(view)] })
    await page.checkout.look()
    await page.passTime()
    expect(page.shown()).toMatchObject({ offline: true, view: { state: 'open' } })
    await page.passTime()
    expect(page.shown().offline).toBe(false)
    expect(page.shown().form).toBe(0)
  })

  test("another payer's payment, and the end of a link, are shown without a reload", async () => {
    const page = openPage({ load: [ok(view), ok(paid)] })
    await page.checkout.look()
    await page.passTime()
    expect(page.seen).toEqual(['details', 'already_paid'])
    const withdrawn = openPage({ load: [ok(view), ok({ ...view, state: 'cancelled' })] })
    await withdrawn.checkout.look()
    await withdrawn.passTime()
    expect(withdrawn.screen()).toBe('cancelled')
  })

  test('a page that is loaded during a payment follows the payment to its end', async () => {
    const page = openPage({ load: [ok(processing), ok(unknown), ok(paid)] })
    await page.checkout.look()
    await page.passTime()
    await page.passTime()
    expect(page.seen).toEqual(['paying', 'unknown', 'paid'])
  })
})

describe('paying', () => {
  test('when the amount is the one shown, it is paid at once, with one key', async () => {
    const page = openPage()
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.payments()).toEqual([{ what: 'pay', key: 'page_key_1', amount: 1000 }])
    expect(page.seen).toEqual(['details', 'paying', 'paid'])
  })

  test.each([
    [1030, 1000, 'no_surcharge'],
    [1000, 1030, 'surcharge'],
  ] as const)('when %d was shown and %d is due, the payer is asked first', async (shown, due, because) => {
    const page = openPage({ collect: [ok(collected(due))] })
    await page.checkout.look()
    await page.checkout.submit(details, shown)
    expect(page.shown().step).toMatchObject({ name: 'confirm', because })
    expect(page.payments()).toEqual([])
    await page.checkout.confirm()
    expect(page.payments()).toMatchObject([{ amount: due }])
    expect(page.screen()).toBe('paid')
  })

  test('a second submit during the first one has no effect', async () => {
    const page = openPage()
    await page.checkout.look()
    await Promise.all([
      page.checkout.submit(details, 1000),
      page.checkout.submit(details, 1000),
      page.checkout.confirm(),
    ])
    expect(page.asked('collect')).toBe(1)
    expect(page.payments()).toHaveLength(1)
  })

  test('a decline shows its reason and an empty form, and the next attempt is a separate payment', async () => {
    const page = openPage({ pay: [ok(declined), ok(paid)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('declined')
    expect(page.shown().form).toBeGreaterThan(0)
    await page.checkout.submit(details, 1000)
    expect(page.payments().map(({ key }) => key)).toEqual(['page_key_1', 'page_key_2'])
    expect(page.screen()).toBe('paid')
  })

  test('a payment without an answer is repeated with the same key, and no result is shown meanwhile', async () => {
    const page = openPage({
      load: [ok(view), err(noAnswer)],
      pay: [err(noAnswer), err(refused(503, 'unavailable')), ok(paid)],
    })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(new Set(page.payments().map(({ key }) => key)).size).toBe(1)
    expect(page.payments()).toHaveLength(3)
    expect(page.seen).toEqual(['details', 'paying', 'paid'])
  })

  test('a look that still finds the link open does not end a payment in transit', async () => {
    const page = openPage({ load: [ok(view)], pay: [err(noAnswer), ok(paid)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.seen).toEqual(['details', 'paying', 'paid'])
  })

  test('when the service knows a payment whose answer was lost, the page looks it up and does not pay again', async () => {
    const page = openPage({ load: [ok(view), ok(unknown), ok(unknown), ok(paid)], pay: [err(noAnswer)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('unknown')
    await page.passTime()
    await page.passTime()
    expect(page.screen()).toBe('paid')
    expect(page.payments()).toHaveLength(1)
  })

  test('a changed amount is shown before anything is paid', async () => {
    const dearer = { ...view, amount: 1500 }
    const page = openPage({
      collect: [ok(collected(1000)), ok(collected(1500, dearer))],
      pay: [err(refused(409, 'amount_changed', 'amount')), ok({ ...dearer, state: 'paid', payment })],
    })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.shown().step).toMatchObject({ name: 'confirm', because: 'changed' })
    await page.checkout.confirm()
    expect(page.payments().map(({ key, amount }) => [key, amount])).toEqual([
      ['page_key_1', 1000],
      ['page_key_2', 1500],
    ])
  })
})

describe('a payment that is refused because of the state that it meets', () => {
  test.each(['state_conflict', 'idempotency_answer_lost'])(
    'a payment refused with %s is looked up once, and an open link shows an empty form',
    async (code) => {
      const page = openPage({ pay: [err(refused(409, code))] })
      await page.checkout.look()
      const { form } = page.shown()
      await page.checkout.submit(details, 1000)
      expect(page.payments()).toHaveLength(1)
      expect(page.asked('load')).toBe(2)
      expect(page.shown().step).toMatchObject({ name: 'details', notice: 'failed' })
      expect(page.shown().form).toBeGreaterThan(form)
    },
  )

  test('a payment refused with state_conflict waits while the service cannot be reached, and sends nothing', async () => {
    const page = openPage({
      load: [ok(view), err(noAnswer), ok(paidByAnother)],
      pay: [err(refused(409, 'state_conflict'))],
    })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('already_paid')
    expect(page.payments()).toHaveLength(1)
  })

  test.each([
    [409, 'idempotency_in_progress'],
    [429, 'rate_limited'],
  ])('a payment refused with %d %s is repeated with its key', async (status, code) => {
    const page = openPage({ pay: [err(refused(status, code)), ok(paid)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.payments().map(({ key }) => key)).toEqual(['page_key_1', 'page_key_1'])
    expect(page.screen()).toBe('paid')
  })
})

describe('two people with one link', () => {
  test('the second payer sees that the link is already paid', async () => {
    const page = openPage({ pay: [ok(paidByAnother)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('already_paid')
  })

  test("a payer whose payment meets the other's sees that the link is paid, once that payment is done", async () => {
    const page = openPage({ load: [ok(view), ok(paidByAnother)], pay: [ok(processing)] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('paying')
    await page.passTime()
    expect(page.screen()).toBe('already_paid')
  })

  test.each([
    ['is still typing', undefined],
    ['submits after the other payer', ok(processing)],
    ['is refused because of the other payment', err(refused(409, 'state_conflict'))],
  ] as const)('a payer who %s does not see the refusal of the other’s bank', async (_name, answer) => {
    const page = openPage({
      load: [ok(view), ok(processing), ok(declined)],
      ...(answer === undefined ? {} : { pay: [answer] }),
    })
    await page.checkout.look()
    if (answer !== undefined) await page.checkout.submit(details, 1000)
    while (page.shown().view.state !== 'open' || page.asked('load') < 3) await page.passTime()
    expect(page.screen()).toBe('details')
  })

  test('a payer who reloads the page during a payment sees why it was declined', async () => {
    const page = openPage({ load: [ok(processing), ok(declined)] })
    await page.checkout.look()
    await page.passTime()
    expect(page.screen()).toBe('declined')
  })
})

describe('details that are refused', () => {
  test('refused fields are marked, and what was typed stays', async () => {
    const page = openPage({ collect: [err(refused(400, 'parameter_invalid', 'card.exp_year'))] })
    await page.checkout.look()
    const { form } = page.shown()
    await page.checkout.submit(details, 1000)
    expect(page.shown()).toMatchObject({ step: { name: 'details', refused: ['card.expiry'] }, form })
  })

  test.each([
    ['no answer', noAnswer, 'check_again'],
    ['an error of the service', refused(500, 'internal'), 'failed'],
    ['too many requests', refused(429, 'rate_limited'), 'busy'],
  ] as const)(
    'after %s to the details, the form shows that nothing was charged',
    async (_, failure, notice) => {
      const page = openPage({ collect: [err(failure)] })
      await page.checkout.look()
      await page.checkout.submit(details, 1000)
      expect(page.shown().step).toMatchObject({ name: 'details', notice })
      expect(page.payments()).toEqual([])
    },
  )

  test('a link that was paid while the form was filled in shows that instead', async () => {
    const page = openPage({ collect: [ok(collected(1000, paid))] })
    await page.checkout.look()
    await page.checkout.submit(details, 1000)
    expect(page.screen()).toBe('already_paid')
    expect(page.payments()).toEqual([])
  })
})

describe('leaving the page', () => {
  test('a page that is hidden keeps no form and no confirmation', async () => {
    const page = openPage({ collect: [ok(collected(1000))] })
    await page.checkout.look()
    await page.checkout.submit(details, 1030)
    expect(page.screen()).toBe('confirm')
    page.checkout.leave()
    expect(page.screen()).toBe('details')
    await page.checkout.confirm()
    expect(page.payments()).toEqual([])
  })

  test('a payer who leaves while the details are read has paid nothing, and finds an empty form', async () => {
    const page = openPage()
    await page.checkout.look()
    const { form } = page.shown()
    const submitted = page.checkout.submit(details, 1000)
    page.checkout.leave()
    await submitted
    expect(page.payments()).toEqual([])
    expect(page.shown()).toMatchObject({ step: { name: 'details', notice: null }, form: form + 1 })
  })

  test('a payer who leaves while a changed amount is read is not asked to confirm on return', async () => {
    const page = openPage({ pay: [err(refused(409, 'amount_changed', 'amount'))] })
    await page.checkout.look()
    const isReadAgain = () => page.asked('pay') === 1 && page.shown().step.name === 'reading'
    const submitted = page.checkout.submit(details, 1000)
    while (!isReadAgain()) await Promise.resolve()
    page.checkout.leave()
    await submitted
    expect(page.shown().step).toMatchObject({ name: 'details' })
  })

  test('a payment that is under way is still followed', async () => {
    const page = openPage({ pay: [err(noAnswer), ok(paid)] })
    await page.checkout.look()
    const paying = page.checkout.submit(details, 1000)
    while (page.screen() !== 'paying') await Promise.resolve()
    page.checkout.leave()
    await paying
    expect(page.screen()).toBe('paid')
  })
})

describe('saving a payment method', () => {
  const save: CheckoutPage = { ...checkoutScenes.save.view }
  const answer = (page: CheckoutPage): CheckoutCollected => ({ ...collected(0, page), amount: 0 })

  test('a saved method is not charged', async () => {
    const page = openPage({ load: [ok(save)], collect: [ok(answer({ ...save, state: 'saved' }))] })
    await page.checkout.look()
    await page.checkout.submit(details, 0)
    expect(page.seen).toEqual(['details', 'saved'])
    expect(page.payments()).toEqual([])
  })

  test('a method that the bank refuses leaves an empty form with the reason', async () => {
    const refusal = { ...save, last_attempt: declined.last_attempt }
    const page = openPage({ load: [ok(save)], collect: [ok({ ...answer(refusal), payment_method: null })] })
    await page.checkout.look()
    await page.checkout.submit(details, 0)
    expect(page.screen()).toBe('declined')
    expect(page.shown().form).toBe(1)
  })
})
