import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PaymentLink } from '../../../../../src-shared/pos/links/payment-link.ts'
import {
  isLinkSettled,
  isLocalUrl,
  isPartPaid,
  type LinkAnswer,
  linkAfter,
  nextLinkRequest,
  parsePhone,
} from '../../../../../src-shared/pos/links/payment-link-steps.ts'

const link = (changes: Partial<PaymentLink> = {}): PaymentLink => ({
  id: 'link_1',
  amount: 1234,
  currency: 'USD',
  note: '',
  order: null,
  bill: null,
  receiver: { kind: 'sms', phone_number: '+12075550134' },
  made_at: '2026-11-22T09:00:00.000Z',
  state: 'creating',
  session_id: null,
  paid: null,
  delivery: 'not_asked',
  withdrawing: false,
  awaits_bank: null,
  creations: 0,
  ...changes,
})
const session = (
  status: 'open' | 'complete' | 'expired',
  url: string | null = 'https://pay.example.com/checkout/cs_1#x',
): LinkAnswer => ({
  kind: 'session',
  session: { id: 'cs_1', status, url, paid: status === 'complete' ? 1234 : null },
})
const open = (changes: Partial<PaymentLink> = {}) => link({ state: 'open', session_id: 'cs_1', ...changes })

describe('a payment link', () => {
  test('a payment link is created, sent, and then looked up until it is paid', () => {
    expect(nextLinkRequest(link())).toBe('create')
    const made = linkAfter(link({ creations: 1 }), session('open'))
    expect(made).toMatchObject({ state: 'open', session_id: 'cs_1', delivery: 'sending' })
    expect(nextLinkRequest(made)).toBe('deliver')
    const sent = linkAfter(made, { kind: 'delivered', outcome: 'sent' })
    expect(nextLinkRequest(sent)).toBe('look')
    const paid = linkAfter(sent, session('complete'))
    expect(paid.state).toBe('paid')
    expect(nextLinkRequest(paid)).toBeNull()
  })

  test('a payment link whose creation may have been sent is looked up before it is created again', () => {
    const once = link({ creations: 1 })
    expect(nextLinkRequest(once)).toBe('find')
    expect(nextLinkRequest(linkAfter(once, { kind: 'none' }))).toBe('create')
  })

  test('a payment link shown as a QR code is not sent', () => {
    const made = linkAfter(link({ receiver: { kind: 'code' } }), session('open'))
    expect(made.delivery).toBe('not_asked')
    expect(nextLinkRequest(made)).toBe('look')
  })

  test('a payment link with a local address is not sent, and reports why', () => {
    const made = linkAfter(link(), session('open', 'http://127.0.0.1:8080/checkout/cs_1#x'))
    expect(made.delivery).toBe('local')
    expect(nextLinkRequest(made)).toBe('look')
  })

  test('a payment link paid in part holds the amount paid, not the amount requested', () => {
    const paid = linkAfter(open({ amount: 650_000 }), {
      kind: 'session',
      session: { id: 'cs_1', status: 'complete', url: null, paid: 500_000 },
    })
    expect(paid).toMatchObject({ state: 'paid', paid: 500_000 })
    expect(isPartPaid(paid)).toBe(true)
    expect(isPartPaid(linkAfter(open(), session('complete')))).toBe(false)
  })

  test('a payment link whose session is unknown to the service is settled without claiming an outcome', () => {
    const gone = linkAfter(open(), { kind: 'not_known' })
    expect(gone).toMatchObject({ state: 'not_known', paid: null })
    expect(nextLinkRequest(gone)).toBeNull()
  })

  test('a payment link withdrawn before it was sent is no longer sent', () => {
    expect(nextLinkRequest(open({ delivery: 'sending', withdrawing: true }))).toBe('expire')
  })

  test('a withdrawn payment link counts as paid when the payer paid before the withdrawal', () => {
    expect(linkAfter(open({ withdrawing: true }), session('complete')).state).toBe('paid')
    expect(linkAfter(open({ withdrawing: true }), session('expired')).state).toBe('withdrawn')
    expect(linkAfter(open(), session('expired')).state).toBe('expired')
  })

  test('a used payment link without the bank’s answer is looked up, and not ended', () => {
    for (const about of ['payment', 'refund'] as const) {
      const answer = { kind: 'awaits_bank', session_id: 'cs_1', about } as const
      const waiting = linkAfter(open({ withdrawing: true, delivery: 'sending' }), answer)
      expect(waiting).toMatchObject({ state: 'open', awaits_bank: about })
      expect([nextLinkRequest(waiting), linkAfter(waiting, answer)]).toEqual(['look', waiting])
      expect(linkAfter(waiting, session('complete'))).toMatchObject({ state: 'paid', awaits_bank: null })
      // The link was used before its creation was answered.
      const made = linkAfter(link({ creations: 1 }), answer)
      expect(made).toMatchObject({ state: 'open', session_id: 'cs_1', delivery: 'not_asked' })
    }
  })

  test('a payment link whose message could not be sent stays open for its QR code', () => {
    const failed = linkAfter(open({ delivery: 'sending' }), { kind: 'delivered', outcome: 'failed' })
    expect(failed).toMatchObject({ state: 'open', delivery: 'failed' })
  })

  test('whatever the service answers, a link ends only as its session does, and its end is final', () => {
    const answers: fc.Arbitrary<LinkAnswer> = fc.oneof(
      fc.constantFrom('open', 'complete', 'expired').map((status) => session(status)),
      fc.constant<LinkAnswer>({ kind: 'none' }),
      fc.constant<LinkAnswer>({ kind: 'no_answer' }),
      fc
        .constantFrom('sent', 'failed', 'unsure', 'not_public')
        .map((outcome): LinkAnswer => ({ kind: 'delivered', outcome })),
    )
    fc.assert(
      fc.property(fc.array(answers), (all) => {
        let now = link({ creations: 1 })
        let shown: string | null = null
        for (const answer of all) {
          if (answer.kind === 'session' && answer.session.status !== 'open') shown ??= answer.session.status
          now = linkAfter(now, answer)
          expect(isLinkSettled(now)).toBe(shown !== null)
        }
        if (shown !== null) expect(now.state).toBe(shown === 'complete' ? 'paid' : 'expired')
      }),
    )
  })
})

describe('the address of a link', () => {
  test.each([
    ['http://127.0.0.1:41234/checkout/cs_1#a', true],
    ['http://localhost/checkout/cs_1#a', true],
    ['http://[::1]:80/checkout/cs_1#a', true],
    ['https://pay.example.com/checkout/cs_1#localhost', false],
    ['https://localhost.example.com/checkout/cs_1', false],
    ['http://192.168.1.20:8080/checkout/cs_1', false],
  ])('the address %s opens on this computer only: %s', (url, local) => {
    expect(isLocalUrl(url)).toBe(local)
  })
})

describe('a telephone number of a receiver', () => {
  test.each([
    ['(207) 555-0134', '+12075550134'],
    ['1 207 555 0134', '+12075550134'],
    ['+44 20 7946 0958', '+442079460958'],
    ['555-0134', null],
    ['+0 123 456 789', null],
    ['name@example.com', null],
  ])('the number %s is sent as %s', (typed, number) => {
    expect(parsePhone(typed)).toBe(number)
  })
})
