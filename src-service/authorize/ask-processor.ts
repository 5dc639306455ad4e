import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import type {
  AuthorizingTerminals,
  TerminalAnswer,
  TerminalSale,
} from '../processor/authorizing-terminals.ts'
import type { Decision } from '../processor/decision.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import type { OrderFacts } from '../processor/order-facts.ts'
import { referenceOf } from '../processor/order-id.ts'
import type { PaymentReference } from '../processor/payment-reference.ts'
import type { AuthorizeRequest } from '../processor/processor.ts'
import { askInquiry, checkApproval, type Finding, findFollowUp, standingIn } from './ask-inquiry.ts'
import type { PaymentServices } from './payment-services.ts'

/**
 * All requests for a journaled payment. A processor that cannot be reached may still have carried out the request: the
 * outcome is then `unknown`, never a decline or a refusal.
 */

type Asking = Pick<PaymentServices, 'processor' | 'log'>

const unknown = { outcome: 'unknown' } as const

export async function askAuthorization(
  services: Asking,
  payment: Payment,
  question: Pick<AuthorizeRequest, 'source' | 'card_present' | 'capture' | 'auth_code' | keyof OrderFacts>,
): Promise<Decision> {
  try {
    const answer = await services.processor.authorize({
      entry_mode: payment.entry_mode,
      ...referenceOf(payment),
      ...question,
    })
    return checkApproval(services, payment, answer)
  } catch (error) {
    services.log.error({ error: nameOf(error), payment_id: payment.id }, 'authorize.unreachable')
    return unknown
  }
}

/** Same for a terminal that authorizes by itself. Only the terminal's own answer proves that nothing was sent. */
export async function askTerminal(
  services: Asking,
  terminals: AuthorizingTerminals,
  payment: Payment,
  question: Omit<TerminalSale, Exclude<keyof PaymentReference, 'hsn'>>,
): Promise<TerminalAnswer> {
  try {
    const answer = await terminals.sell({ ...referenceOf(payment), ...question })
    return answer.outcome === 'not_sent' ? answer : checkApproval(services, payment, answer)
  } catch (error) {
    services.log.error({ error: nameOf(error), payment_id: payment.id }, 'terminal_sale.unreachable')
    return unknown
  }
}

/**
 * Sends a void. A refused void may have been carried out earlier with a lost answer: most gateways refuse the second
 * one. The refusal counts only if an inquiry shows that the money is still held.
 * @param only the retrieval reference of one of several approvals of the order
 */
export async function askVoid(services: Asking, payment: Payment, only?: string): Promise<FollowUp> {
  const answer = await sendVoid(services, payment, only)
  if (answer.outcome === 'done' || !isKnown(answer)) return answer
  const found = await askInquiry(services, payment)
  if (found.outcome === 'unknown' || found.outcome === 'not_yet') return unknown
  return isReleased(found, payment, only)
    ? { outcome: 'done', retrieval_reference: only ?? ownOf(payment) }
    : answer
}

const ownOf = (payment: Payment): string => referenceOf(payment).retrieval_reference ?? ''

function isReleased(found: Finding, payment: Payment, only: string | undefined): boolean {
  if (only === undefined || found.outcome === 'not_found') return found.outcome === 'voided'
  return !standingIn(found, payment).some(({ retrieval_reference }) => retrieval_reference === only)
}

async function sendVoid(services: Asking, payment: Payment, only: string | undefined): Promise<FollowUp> {
  try {
    return await services.processor.void(referenceOf(payment), only)
  } catch (error) {
    services.log.error({ err: error, payment_id: payment.id }, 'void.unreachable')
    return unknown
  }
}

export async function askFollowUp(
  services: Asking,
  payment: Payment,
  asked: PendingFollowUp,
): Promise<FollowUp> {
  return asked.operation === 'void' ? askVoid(services, payment) : askCapture(services, payment, asked.amount)
}

/** A refused capture may also have been carried out earlier. */
async function askCapture(services: Asking, payment: Payment, amount: Cents): Promise<FollowUp> {
  const answer = await sendCapture(services, payment, amount)
  if (answer.outcome === 'done' || !isKnown(answer)) return answer
  const found = await findFollowUp(services, payment, 'capture')
  return found.outcome === 'not_found' ? answer : found
}

async function sendCapture(services: Asking, payment: Payment, amount: Cents): Promise<FollowUp> {
  try {
    return await services.processor.capture(referenceOf(payment), amount)
  } catch (error) {
    services.log.error({ err: error, payment_id: payment.id }, 'capture.unreachable')
    return unknown
  }
}

/** Returns the type of an error, never its message, which may quote the request with the card. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown fault')
