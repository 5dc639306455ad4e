import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CheckoutPage, PayCheckoutPageBody } from '../../src-shared/api/schemas/checkout-page.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { decideBeginWithMethod } from '../authorize/decide-begin-with-method.ts'
import { decideAnswer } from '../authorize/decide-finish-payment.ts'
import { payWithMethod } from '../authorize/pay-with-method.ts'
import type { Payable } from '../authorize/payable.ts'
import type { SavedAnswer } from '../commit.ts'
import { runClaimed } from '../idempotency/keyed-work.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { SessionDocument } from './documents.ts'
import { type Due, dueFor } from './due.ts'
import { isSavePage, loadPage, type PageOwner, type PageServices } from './load-page.ts'
import { loadSession } from './load-session.ts'
import { refuseTooManyTries } from './session-rules.ts'

interface PayOnPage {
  readonly owner: PageOwner
  readonly id: string
  readonly body: PayCheckoutPageBody
  readonly claim: IdempotencyClaim | null
}

/**
 * Pays a session on its page. The reply is always what the page shows now. If a payment is already in progress or done
 * (a second tab, a second person, a repeat with the same key), nothing else happens.
 */
export const payOnPage = (
  services: PageServices,
  request: PayOnPage,
): Promise<Result<CheckoutPage | SavedAnswer, ServiceError>> => {
  const now = () => loadPage(services, request.owner, request.id)
  return runClaimed(
    services,
    request.claim,
    async () => {
      const page = await now()
      if (!page.ok || page.value.state !== 'open') return page
      if (isSavePage(request.id)) return err(nothingToPay)
      const paid = await begin(services, request)
      return paid.ok || paid.error === underWay ? now() : paid
    },
    now,
  )
}

async function begin(
  services: PageServices,
  { owner: { accountId, tenantId }, id, body, claim }: PayOnPage,
): Promise<Result<unknown, ServiceError>> {
  const found = await loadSession(services.store, accountId, id)
  if (!found.ok) return found
  const intentId = found.value.intent.id
  const { payment_method_id } = body
  return payWithMethod(
    services,
    { tenantId, accountId, intentId, body: { payment_method_id } },
    {
      key: { claim },
      isOnPage: true,
      begin: (payable, command, context) => {
        const { session } = payable
        if (payable.intent.document.status !== 'created' || session === null) return err(underWay)
        const due = dueOnPage(payable, session.document, body)
        if (!due.ok) return due
        const document = { ...payable.intent.document, ...due.value }
        return decideBeginWithMethod(
          { ...payable, intent: { ...payable.intent, document } },
          command,
          context,
        )
      },
      finish: (payment, decision, journaled) =>
        writeOutcome(
          services,
          payment,
          (attempt, context) => decideAnswer(attempt, decision, context),
          journaled,
        ),
    },
  )
}

/** Another payment was faster. This error is never returned: it makes the reply the current page. */
const underWay = serviceError('state_conflict', 'The session is being paid.')

/** Returns what is charged, or why nothing may be charged. */
function dueOnPage(
  { method }: Payable,
  session: SessionDocument,
  { payment_method_id, amount, surcharge_amount }: PayCheckoutPageBody,
): Result<Due, ServiceError> {
  // A payer with the link may use only a method that was collected on its page; others belong to someone else.
  if (method.document.checkout_session_id !== session.id) {
    const message = `There is no payment method ${payment_method_id} on this page.`
    return refuse('resource_missing', message, { param: 'payment_method_id' })
  }
  const tooMany = refuseTooManyTries(session)
  if (tooMany !== null) return err(tooMany)
  const due = dueFor(session, method.document)
  if (due.amount === amount && due.surcharge_amount === surcharge_amount) return ok(due)
  const message = `The payer was shown ${amount} cents with a surcharge of ${surcharge_amount}, but ${due.amount} cents with a surcharge of ${due.surcharge_amount} are due now. Nothing was charged. Fetch the page and ask the payer again.`
  return refuse('amount_changed', message, { param: 'amount' })
}

const nothingToPay = serviceError(
  'state_conflict',
  'This page saves a card or a bank account, so there is nothing to pay. Send the details to collect instead.',
  { param: 'id' },
)
