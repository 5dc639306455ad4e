import { dayAt } from '../../../src-shared/local-time.ts'
import { netOf, takenBackIn } from '../../../src-shared/payments/settlement-sums.ts'
import { dayIn, usePortal, whenIn } from '../context.ts'
import { feeName, payoutByFee } from '../fee-words.ts'
import { Chip } from '../parts/chip.tsx'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { accountIn, accountsOf } from '../scope.ts'
import { usePages } from '../use-pages.ts'

/** The settled days, the result of each, and the fees. */
export function Settlements() {
  const { words, api, scope, session } = usePortal()
  const account = accountIn(session, scope)
  const about = `${scope.accountId} ${scope.businessId}`
  const settlements = usePages(
    (starting_after) => api.call('settlements.list', { ...scope, query: { limit: 20, starting_after } }),
    `settlements ${about}`,
  )
  return (
    <>
      <PagedList
        label={words('page.settlements')}
        pages={settlements}
        empty={{ title: words('settlement.empty.title'), text: words('settlement.empty.text') }}
        columns={[
          {
            title: words('settlement.day'),
            isName: true,
            cell: ({ day, cutoff_at }) => (
              <span class="day">{dayIn(words, day ?? dayAt(cutoff_at, account?.timezone ?? 'UTC'))}</span>
            ),
          },
          {
            title: words('payment.status'),
            cell: ({ status }) => (
              <Chip kind={status === 'closed' ? 'good' : 'wait'} text={words(`settlementStatus.${status}`)} />
            ),
          },
          {
            title: words('settlement.sales'),
            isNumber: true,
            cell: (one) => words.money(one.amount_captured, one.currency),
          },
          {
            title: words('settlement.refunds'),
            isNumber: true,
            cell: (one) => words.money(-one.amount_refunded, one.currency),
          },
          {
            title: words('settlement.takenBack'),
            isNumber: true,
            cell: (one) => words.money(-takenBackIn(one), one.currency),
          },
          {
            title: words('settlement.fees'),
            isNumber: true,
            cell: (one) => words.money(-one.amount_fees, one.currency),
          },
          {
            title: words('settlement.splits'),
            isNumber: true,
            cell: (one) => words.money(-one.amount_splits, one.currency),
          },
          {
            title: words('settlement.net'),
            isNumber: true,
            cell: (one) => words.money(netOf(one), one.currency),
          },
        ]}
      />
      {account === null ? null : (
        <section class="block">
          <h2>{words('fee.title', { account: account.name })}</h2>
          {accountsOf(session).length > 1 && scope.accountId === null ? (
            <p class="hint">{words('fee.choose')}</p>
          ) : null}
          <Fees accountId={account.id} />
        </section>
      )}
    </>
  )
}

function Fees({ accountId }: { readonly accountId: string }) {
  const { words, api } = usePortal()
  const fees = usePages(
    (starting_after) => api.call('fees.list', { accountId, query: { limit: 20, starting_after } }),
    `fees ${accountId}`,
  )
  return (
    <PagedList
      label={words('settlement.fees')}
      pages={fees}
      empty={{ title: words('fee.empty.title'), text: words('fee.empty.text') }}
      columns={[
        { title: words('payment.when'), isName: true, cell: ({ created_at }) => whenIn(words, created_at) },
        {
          title: words('fee.for'),
          cell: (fee) => {
            const what = feeName(words, fee)
            const name = fee.is_refund ? words('fee.back', { what }) : what
            return fee.source_type !== 'payment' || fee.source_id === null ? (
              name
            ) : (
              <Link to="payment" id={fee.source_id} account={fee.source_account_id}>
                {name}
              </Link>
            )
          },
        },
        {
          title: words('payment.settled'),
          cell: ({ settlement_status }) => words(`settledWord.${settlement_status}`),
        },
        {
          title: words('payment.amount'),
          isNumber: true,
          cell: (fee) => words.money(payoutByFee(fee), fee.currency),
        },
      ]}
    />
  )
}
