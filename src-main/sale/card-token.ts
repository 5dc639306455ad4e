import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Surcharge } from '../../src-shared/api/schemas/surcharge.ts'
import type { CardToken } from '../../src-shared/pos/customer/card-token.ts'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import { foundInAnswer } from '../../src-shared/pos/sale/payment-found.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import type { AuthorizationEnd, SaleAnswer, SaleEffectIn } from '../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale/sale-keys.ts'
import type { NoSurcharge } from '../../src-shared/pos/sale/surcharge.ts'
import { savedCardPrompt, surchargePrompt } from '../../src-shared/pos/terminals/terminal-words.ts'
import { isKnownPlace } from '../../src-shared/postal-regions.ts'
import { callService } from '../service-calls/call-service.ts'
import { detailOf, reasonOf } from '../service-calls/failures.ts'
import type { EffectContext } from './effect-context.ts'
import { endOfFailure } from './outcomes.ts'

/**
 * Has the terminal read the card into a token, without a charge, and determines the surcharge that this card allows.
 */
export async function readCard(context: EffectContext, sale: SaleFacts): Promise<SaleAnswer> {
  // Without a screen the customer cannot agree to the surcharge.
  if (!context.terminal.hasScreen()) return { kind: 'card_not_read', reason: 'refused', detail: noScreen }
  const read = await context.terminal.run('terminals.read_card', {
    amount: sale.amount + sale.tip,
    // The amount is shown beside the prompt, and the surcharge has its own prompt.
    confirm_amount: false,
    // The command has no currency: the service shows the amount in that of the account (decision 71).
    include_amount_display: true,
    // The amount is not agreed yet: the screen takes the signature after the approval.
    include_signature: false,
  })
  if (!read.ok) return { kind: 'card_not_read', reason: reasonOf(read.error), detail: detailOf(read.error) }
  return {
    kind: 'card_read',
    token: tokenOf(read.value, false),
    ...(await surchargeFor(context, sale, read.value)),
  }
}

const noScreen = 'The terminal has no screen to ask on.'

export const tokenOf = ({ id, card }: PaymentMethod, saved: boolean): CardToken => ({
  payment_method_id: id,
  brand: card?.brand ?? '',
  last_four: card?.last_four_digits ?? '',
  saved,
})

/** The surcharge on the goods, not on the tip, in cents. If it cannot be determined, none is charged. */
async function surchargeFor(
  { client, log }: EffectContext,
  { surcharge_rule: rule, amount, id }: SaleFacts,
  { id: payment_method_id }: PaymentMethod,
): Promise<{ readonly surcharge: number; readonly none: NoSurcharge | null }> {
  if (rule === null) return { surcharge: 0, none: null }
  const { percent, postal_code } = rule
  if (!isKnownPlace(postal_code)) {
    log.warn({ sale: id, postal_code }, 'sale.surcharge_place_not_known')
    return { surcharge: 0, none: 'not_known' }
  }
  const body = { payment_method_id, amount, percent, postal_code }
  const worked = await callService(client, 'surcharges.calculate', { body })
  if (worked.ok) return { surcharge: worked.value.fee_amount, none: noneBecause(worked.value) }
  log.warn({ sale: id, detail: detailOf(worked.error) }, 'sale.surcharge_not_known')
  return { surcharge: 0, none: 'not_known' }
}

function noneBecause({ card_type, restricted, fee_amount }: Surcharge): NoSurcharge | null {
  if (fee_amount > 0) return null
  if (card_type !== 'Credit') return 'not_credit'
  return restricted === 'Y' ? 'restricted' : 'nothing'
}

export async function askConsent(
  { terminal, language }: EffectContext,
  { sale, surcharge }: SaleEffectIn<'ask_consent'>,
): Promise<SaleAnswer> {
  const { currency, surcharge_rule: rule } = sale
  const total = chargedOf({ ...sale, surcharge })
  const asked = { percent: rule?.percent ?? 0, surcharge, total, currency }
  if (!terminal.hasScreen()) return { kind: 'consent_failed', reason: 'refused', detail: noScreen }
  const reads = sale.customer?.locale ?? language()
  const { token } = sale
  const prompt = token?.saved
    ? savedCardPrompt(reads, { ...token, total, currency })
    : surchargePrompt(reads, asked)
  const answered = await terminal.run('terminals.read_confirmation', { prompt })
  if (answered.ok) return { kind: 'consent_given', agreed: answered.value.confirmed }
  return { kind: 'consent_failed', reason: reasonOf(answered.error), detail: detailOf(answered.error) }
}

/**
 * Charges the card without presenting it again (section 4.1). A retry with this attempt's key does not charge twice.
 */
export async function payByToken(
  { client, receipts }: EffectContext,
  sale: SaleFacts,
  token: CardToken,
): Promise<AuthorizationEnd> {
  const paid = await callService(client, 'payments.create', {
    params: { id: sale.intent_id ?? '' },
    body: { payment_method_id: token.payment_method_id },
    idempotencyKey: saleKeys.authorize(sale),
  })
  const signed = !signsForToken(token)
  if (!paid.ok) return endOfFailure(paid.error, signed)
  const { latest_payment: payment } = paid.value
  if (payment === null) return noAnswer
  receipts.remember(payment)
  return foundInAnswer(payment, signed)
}

/** Whether a signature is still needed: `readCard` asked for none. A saved card is not present, so it needs none. */
export const signsForToken = ({ saved }: CardToken): boolean => !saved

const noAnswer: AuthorizationEnd = {
  kind: 'unknown',
  cause: 'no_answer',
  otherwise: 'service_unreachable',
  detail: 'The service answered without a payment.',
  ended: false,
}
