import { networkName } from '../../src-shared/payments/card-name.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import { compareCards } from '../../src-shared/pos/report/compare.ts'
import { summed, total } from '../../src-shared/pos/report/summed.ts'
import type { ServiceCheck } from '../../src-shared/pos/report/z-report.ts'
import { findInParts } from '../async/in-parts.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { type LocalFacts, lookedAtInTurn } from './local-facts.ts'
import { serviceFacts } from './service-facts.ts'

/** Compares a period in the service's records with this counter's book. */
export async function checkWithService(
  client: ClientSource,
  period: Period,
  { facts, everReturned, known }: LocalFacts,
  isOwn: (number: string, at: number) => boolean,
  now: () => number,
): Promise<ServiceCheck> {
  const cards = await findInParts(facts.sold, lookedAtInTurn, ({ bill }) =>
    bill.tenders.flatMap((tender) => (tender.kind === 'card' ? [tender.sale.intent_id ?? ''] : [])),
  )
  const found = await serviceFacts(
    client,
    period,
    cards.filter((id) => id !== ''),
  )
  if (!found.ok) return { kind: 'not_checked', detail: detailOf(found.error) }
  const { payments, fees, settlements, unmatched } = found.value
  const inBook = new Set(cards)
  const inPeriod = payments.filter(({ at, captured }) => isIn(period, at) && captured > 0)
  const elsewhere = inPeriod.filter(
    ({ intent_id, number, at }) => !inBook.has(intent_id) && (number === null || !isOwn(number, at)),
  )
  return {
    kind: 'checked',
    at: new Date(now()).toISOString(),
    payments: sumsOf(inPeriod),
    brands: summed(
      inPeriod.map(({ brand, captured, returned }) => ({
        brand: networkName(brand),
        count: 1,
        captured,
        returned,
      })),
      ['brand'],
    ),
    elsewhere: sumsOf(elsewhere),
    settled: standing(inPeriod.filter(({ settled }) => settled)),
    unsettled: standing(inPeriod.filter(({ settled }) => !settled)),
    fees,
    settlements,
    unmatched,
    differences: [...compareCards({ sold: facts.sold, everReturned }, payments, isOwn, known)],
  }
}

interface Sums {
  readonly captured: number
  readonly returned: number
}
const sumsOf = (payments: readonly Sums[]) => ({
  count: payments.length,
  captured: total(payments.map(({ captured }) => captured)),
  returned: total(payments.map(({ returned }) => returned)),
})
const standing = (payments: readonly Sums[]): number => {
  const { captured, returned } = sumsOf(payments)
  return captured - returned
}
