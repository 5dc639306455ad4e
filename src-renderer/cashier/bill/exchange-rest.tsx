import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { isChoosing } from '../../../src-shared/pos/returns/waiting-exchange.ts'
import { late } from '../../components/late.tsx'
import { speakSales } from '../../i18n/i18n.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'

const ReturnProgress = late(async () => {
  const [{ ReturnProgress: progress }] = await Promise.all([
    import('../../sales/return-progress.tsx'),
    speakSales(),
  ])
  return { default: progress }
})

/** The returned goods were worth more than the bill: shows how the difference is refunded. */
export function ExchangeRest({ bill }: { readonly bill: Bill }) {
  const id = bill.tenders.find((one) => one.kind === 'exchange')?.id ?? null
  const going = useSnapshot(({ returns }) => returns.find((one) => one.id === id && !isChoosing(one)) ?? null)
  return going !== null && <ReturnProgress one={going} isBesideSale />
}
