import { expect, test } from 'vitest'
import { openHarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../src-service/processor/harsh/harsh-processor.ts'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { atCounter, onPage, paymentRef } from '../../../support/processor-references.ts'
import { visa } from '../authorize/cards.ts'

const { cvv: _, ...withoutCode } = { cvv: '', ...visa }
const base: AuthorizeRequest = {
  ...paymentRef('pmt_1'),
  ...{ source: { kind: 'card', card: withoutCode }, card_present: false, entry_mode: 'keyed' },
  ...{ capture: true, auth_code: null },
  ...onPage,
}
const atTerminal: AuthorizeRequest = { ...base, ...atCounter, card_present: true, entry_mode: 'EMVContact' }
const merchant = { initiator: 'merchant', scheduled: false, first: false } as const
const customer = { initiator: 'customer', scheduled: false, first: false } as const
const withCode = { source: { kind: 'card', card: { ...visa, cvv: '123' } } } as const
const account = {
  source: { kind: 'token', id: 'kept', rail: 'us_bank_ach', check: null },
} as const

const decide = async (request: AuthorizeRequest) => {
  const books = openHarshBooks(':memory:')
  const trouble = () => ({ kind: 'none' }) as const
  const bank = createHarshProcessor({ clock: createClock(), books, latencyMs: 0, trouble })
  return bank.authorize(request)
}

test.each<[string, AuthorizeRequest]>([
  ['a chip at the terminal', atTerminal],
  ['a card typed at the terminal', { ...atTerminal, channel: 'typed', entry_mode: 'keyed' }],
  ['a token of a page', base],
  ['a card kept by the merchant', { ...base, stored_credential: merchant }],
  ['a card kept, by telephone', { ...base, channel: 'telephone', stored_credential: merchant }],
  ['a subscription', { ...base, channel: 'recurring', stored_credential: { ...merchant, scheduled: true } }],
  ['a customer who agrees', { ...base, ...withCode, stored_credential: { ...customer, first: true } }],
])('the harsh bank approves %s', async (_name, request) => {
  expect(await decide(request)).toMatchObject({ outcome: 'approved' })
})

test.each<[string, AuthorizeRequest]>([
  ['a present card by e-commerce', { ...atTerminal, channel: 'e_commerce' }],
  ['a card that is not present at a terminal', { ...base, channel: 'terminal' }],
  ['a chip that was typed', { ...atTerminal, channel: 'typed' }],
  ['typed digits that were read', { ...atTerminal, entry_mode: 'keyed' }],
  ['a schedule without a stored card', { ...base, channel: 'recurring' }],
  [
    'a schedule of a customer',
    { ...base, channel: 'recurring', stored_credential: { ...customer, scheduled: true } },
  ],
  ['a schedule that is not recurring', { ...base, stored_credential: { ...merchant, scheduled: true } }],
  ['a recurring order without a schedule', { ...base, channel: 'recurring', stored_credential: merchant }],
  ['a merchant with a security code', { ...base, ...withCode, stored_credential: merchant }],
  ['a merchant who agrees for the customer', { ...base, stored_credential: { ...merchant, first: true } }],
  ['a merchant with a present card', { ...atTerminal, stored_credential: merchant }],
  ['a stored card that is a bank account', { ...base, ...account, stored_credential: merchant }],
])('the harsh bank refuses %s as a format error', async (_name, request) => {
  expect(await decide(request)).toMatchObject({
    outcome: 'declined',
    response_code: '904',
    retryable: 'later',
  })
})
