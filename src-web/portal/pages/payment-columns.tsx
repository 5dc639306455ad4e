import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { amountShown } from '../../../src-shared/payments/amount-shown.ts'
import type { NoticeKind } from '../../components/notice.tsx'
import { type PortalWords, whenIn } from '../context.ts'
import { Chip } from '../parts/chip.tsx'
import { Link } from '../parts/link.tsx'
import type { Column } from '../parts/list.tsx'
import { DisputeChip } from './dispute-chip.tsx'

const kinds: { readonly [Status in PaymentIntent['status']]: NoticeKind } = {
  created: 'plain',
  processing: 'wait',
  pending: 'wait',
  uncaptured: 'wait',
  captured: 'good',
  cancelled: 'plain',
  failed: 'bad',
}

export const IntentChip = ({
  words,
  status,
}: {
  readonly words: PortalWords
  readonly status: PaymentIntent['status']
}) => <Chip kind={kinds[status]} text={words(`intentStatus.${status}`)} />

/** For example `Visa •••• 4242`; '' if there is no payment yet. */
export function paidWith(intent: Pick<PaymentIntent, 'latest_payment'>): string {
  const method = intent.latest_payment?.payment_method
  const card = method?.card ?? method?.bank
  if (card == null) return ''
  const brand = 'brand' in card ? card.brand : null
  return `${brand ?? ''}\u00a0••••\u00a0${'last_four_digits' in card ? (card.last_four_digits ?? '') : ''}`.trim()
}

export const paymentColumns = (words: PortalWords): readonly Column<PaymentIntent>[] => [
  {
    title: words('payment.when'),
    isName: true,
    cell: ({ id, account_id, created_at }) => (
      <Link to="payment" id={id} account={account_id}>
        {whenIn(words, created_at)}
      </Link>
    ),
  },
  {
    title: words('payment.status'),
    cell: (intent) => (
      <span class="chips">
        <IntentChip words={words} status={intent.status} />
        <DisputeChip words={words} intent={intent} />
      </span>
    ),
  },
  { title: words('payment.method'), cell: (intent) => paidWith(intent) || '–' },
  {
    title: words('payment.reference'),
    cell: ({ reference_id, description }) => reference_id ?? description ?? '–',
  },
  {
    title: words('payment.amount'),
    isNumber: true,
    cell: ({ amount_refunded, currency, ...intent }) => (
      <>
        {words.money(amountShown(intent), currency)}
        {amountShown(intent) < intent.amount ? (
          <span class="below">
            {words('payment.ofAsked', { amount: words.money(intent.amount, currency) })}
          </span>
        ) : null}
        {amount_refunded > 0 ? (
          <span class="below">
            {words('payment.refunded', { amount: words.money(amount_refunded, currency) })}
          </span>
        ) : null}
      </>
    ),
  },
]
