import { usePortal, whenIn } from '../context.ts'
import { findContractor } from '../find-contractor.ts'
import type { PageProps } from '../page-props.ts'
import { Facts } from '../parts/facts.tsx'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { businessIn } from '../scope.ts'
import { useLoad } from '../use-load.ts'
import { usePages } from '../use-pages.ts'
import { ContractorChip, contractorName } from './contractor-chip.tsx'

/** A contractor, and their payouts and reversals. */
export function Contractor({ id }: PageProps) {
  const { words, api, session, scope } = usePortal()
  const businessId = businessIn(session, scope)
  const found = useLoad(() => findContractor(api, businessId, id), `contractor ${id}`)
  const who = found.state.at === 'there' ? found.state.value : null
  const pages = usePages(
    (starting_after) =>
      api.call('transactions.list', { contractorId: id, query: { limit: 20, starting_after } }),
    `transactions ${id}`,
  )
  const sums = pages.state.at === 'there' ? pages.state.value.sums : []
  return (
    <>
      <p>
        <Link to="contractors">{words('contractor.back')}</Link>
      </p>
      {who === null && sums.length === 0 ? null : (
        <section class="card">
          {who === null ? null : (
            <div class="headline">
              <p class="strong">{contractorName(who)}</p>
              <ContractorChip words={words} status={who.contractor_status} />
            </div>
          )}
          {sums.map(({ currency, amount_split, amount_taken_back, amount_net }) => (
            <Facts
              key={currency}
              items={[
                [words('contractor.shares'), words.money(amount_split, currency)],
                [words('contractor.takenBack'), words.money(-amount_taken_back, currency)],
                [words('contractor.net'), words.money(amount_net, currency)],
              ]}
            />
          ))}
        </section>
      )}
      <PagedList
        label={words('page.contractor')}
        pages={pages}
        empty={{ title: words('contractor.noShares.title'), text: words('contractor.noShares.text') }}
        columns={[
          { title: words('payment.when'), isName: true, cell: ({ created_at }) => whenIn(words, created_at) },
          {
            title: words('contractor.kind'),
            cell: ({ type, description }) => (
              <>
                {words(`transaction.${type}`)}
                {description === null ? null : <span class="below">{description}</span>}
              </>
            ),
          },
          {
            title: words('contractor.payment'),
            cell: ({ payment_intent_id, account_id }) => (
              <Link to="payment" id={payment_intent_id} account={account_id}>
                {words('contractor.see')}
              </Link>
            ),
          },
          {
            title: words('payment.amount'),
            isNumber: true,
            cell: ({ amount, currency }) => words.money(amount, currency),
          },
        ]}
      />
    </>
  )
}
