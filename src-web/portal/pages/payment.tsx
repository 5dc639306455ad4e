import { useState } from 'preact/hooks'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../src-shared/api/schemas/refund.ts'
import { amountShown } from '../../../src-shared/payments/amount-shown.ts'
import { refundableOf } from '../../../src-shared/payments/refundable.ts'
import { takenByBank } from '../../../src-shared/payments/taken-by-bank.ts'
import { disputeOf } from '../../../src-shared/pos/report/bank-facts.ts'
import { ok } from '../../../src-shared/result.ts'
import type { NoticeKind } from '../../components/notice.tsx'
import { type Portal, type PortalWords, usePortal, whenIn } from '../context.ts'
import { declineText } from '../decline-words.ts'
import type { PageProps } from '../page-props.ts'
import { Chip } from '../parts/chip.tsx'
import { Facts } from '../parts/facts.tsx'
import { Link } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Shown } from '../parts/shown.tsx'
import { accountIn, accountsOf } from '../scope.ts'
import { useLoad } from '../use-load.ts'
import { DisputeChip } from './dispute-chip.tsx'
import { IntentChip, paidWith } from './payment-columns.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const refundKinds: { readonly [Status in Refund['status']]: NoticeKind } = {
  processing: 'wait',
  succeeded: 'good',
  failed: 'bad',
}

interface Found {
  readonly intent: PaymentIntent
  readonly refunds: readonly Refund[]
}

/** One payment: its purpose, its outcome, its refunds, and an action to refund it. */
export function Payment({ id, account }: PageProps) {
  const portal = usePortal()
  const load = useLoad(() => find(portal, id, account), `${id} ${account}`)
  return (
    <>
      <p>
        <Link to="payments">{portal.words('payment.back')}</Link>
      </p>
      <Shown load={load}>{(found) => <Details {...found} onChanged={load.again} />}</Shown>
    </>
  )
}

/** @param asked the id of an intent, or of a payment, which fees refer to */
async function find({ api, session, scope }: Portal, asked: string, account: string) {
  const accountId = account === '' ? (accountIn(session, scope)?.id ?? null) : account
  const paid = asked.startsWith('pmt_')
    ? await api.call('payments.get', { params: { id: asked }, accountId })
    : null
  if (paid !== null && !paid.ok) return paid
  const id = paid?.value.payment_intent_id ?? asked
  const intent = await api.call('payment_intents.get', { params: { id }, accountId })
  if (!intent.ok) return intent
  const payment = intent.value.latest_payment
  if (payment === null) return ok<Found>({ intent: intent.value, refunds: [] })
  const refunds = await api.call('payments.list_refunds', {
    params: { id: payment.id },
    query: { limit: 50 },
    accountId: intent.value.account_id,
  })
  return refunds.ok ? ok<Found>({ intent: intent.value, refunds: refunds.value.data }) : refunds
}

/** Null if it will never be settled, because no money moved. */
function settledText(words: PortalWords, { settled_at, status }: PaymentIntent): string | null {
  if (settled_at !== null) return whenIn(words, settled_at)
  return status === 'created' || status === 'failed' || status === 'cancelled'
    ? null
    : words('payment.notSettled')
}

function Details({ intent, refunds, onChanged }: Found & { readonly onChanged: () => void }) {
  const { words, session, mayWrite } = usePortal()
  const [refunding, setRefunding] = useState(false)
  const payment = intent.latest_payment
  const money = (amount: number) => words.money(amount, intent.currency)
  const some = (amount: number) => (amount > 0 ? money(amount) : null)
  const left = payment === null || payment.status !== 'captured' ? 0 : refundableOf(payment)
  const taken = payment === null ? { dispute: 0, reversal: 0 } : takenByBank(payment)
  const isDisputed = payment?.disputed === true || payment?.gateway_response.dispute_status !== undefined
  const dispute = payment !== null && isDisputed ? disputeOf(payment) : null
  const isDecided = dispute?.state === 'won' || dispute?.state === 'lost'
  const respondBy = isDecided ? null : (dispute?.respond_by ?? null)
  const account = accountsOf(session).find(({ id }) => id === intent.account_id)
  return (
    <>
      <section class="card">
        <div class="headline">
          <p class="total">{money(amountShown(intent))}</p>
          <span class="chips">
            <IntentChip words={words} status={intent.status} />
            <DisputeChip words={words} intent={intent} />
          </span>
        </div>
        <Facts
          items={[
            [words('payment.when'), whenIn(words, intent.created_at)],
            [words('payment.method'), paidWith(intent)],
            [words('payment.asked'), amountShown(intent) < intent.amount ? money(intent.amount) : null],
            [words('payment.captured'), some(intent.amount_captured)],
            [words('payment.refundedSum'), some(intent.amount_refunded)],
            [words('payment.disputed'), some(taken.dispute)],
            [words('payment.reversed'), some(taken.reversal)],
            [words('dispute.title'), dispute === null ? null : words(`dispute.${dispute.state}`)],
            [words('dispute.respondBy'), respondBy === null ? null : whenIn(words, respondBy)],
            [words('payment.tip'), some(intent.tip_amount)],
            [words('payment.tax'), some(intent.tax_amount)],
            [words('payment.surcharge'), some(intent.surcharge_amount)],
            [words('payment.reference'), intent.reference_id],
            [words('payment.description'), intent.description],
            [words('payment.declined'), payment?.status === 'failed' ? declineText(words, payment) : null],
            [words('payment.settled'), settledText(words, intent)],
            [words('payment.account'), account?.name],
            [words('payment.id'), <code key="id">{intent.id}</code>],
          ]}
        />
        {mayWrite && left > 0 ? (
          <button type="button" class="secondary" onClick={() => setRefunding(true)}>
            {words('refund.action')}
          </button>
        ) : null}
      </section>
      <section class="block">
        <h2>{words('refund.list')}</h2>
        {refunds.length === 0 ? (
          <p class="hint">{words('refund.none')}</p>
        ) : (
          <List
            label={words('refund.list')}
            items={refunds}
            columns={[
              {
                title: words('payment.when'),
                isName: true,
                cell: ({ created_at }) => whenIn(words, created_at),
              },
              {
                title: words('payment.status'),
                cell: (refund) => (
                  <>
                    <Chip kind={refundKinds[refund.status]} text={words(`refundStatus.${refund.status}`)} />
                    {refund.awaits === null ? null : (
                      <span class="below">{words(`refundAwaits.${refund.awaits}`)}</span>
                    )}
                    {refund.failure_message === null ? null : (
                      <span class="below">{declineText(words, refund)}</span>
                    )}
                  </>
                ),
              },
              { title: words('payment.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
            ]}
          />
        )}
      </section>
      {refunding && payment !== null ? (
        <RefundDialog
          intent={intent}
          payment={payment}
          left={left}
          onClose={(changed) => {
            setRefunding(false)
            if (changed) onChanged()
          }}
        />
      ) : null}
    </>
  )
}
