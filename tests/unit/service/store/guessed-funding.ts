import { newTokenMethod } from '../../../../src-service/payment-methods/new-method.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import type { Row } from '../../../../src-service/store/store.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'

interface GuessedFunding {
  /** The SQL of the migration. */
  readonly migration: string
  /** A card as former versions stored it, with meta_data of the merchant. */
  readonly stored: Row<PaymentMethod>
  /** The card after the migration. */
  readonly corrected: PaymentMethod
}

export function guessedFunding(): GuessedFunding {
  const basis = {
    id: 'pm_guessed',
    account_id: 'acct_1',
    payment_intent_id: null,
    payment_method_intent_id: null,
    checkout_session_id: null,
    source_type: 'sandbox',
    billing_details: { name: 'Ana "funding":"credit" Torres' },
    created_at: '2026-01-02T03:04:05.000Z',
  }
  const card = { number: '4111111111111111', exp_month: '12', exp_year: '2034' }
  const meta_data = { funding: 'credit', card: { funding: 'credit' }, id: 'pm_other' }
  const method = (funding: 'credit' | 'unknown') => {
    const made = newTokenMethod(basis, { kind: 'card', card })
    return { ...made, meta_data, card: made.card === null ? null : { ...made.card, funding } }
  }
  const migration = migrations.find(({ number }) => number === 20)?.sql ?? ''
  const stored = firstRow(basis.account_id, basis.id, method('credit'), 0)
  return { migration, stored, corrected: method('unknown') }
}
