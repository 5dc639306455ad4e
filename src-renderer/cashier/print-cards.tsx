import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { late } from '../components/late.tsx'
import { speakSales } from '../i18n/i18n.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

const PrintCardsButton = late(async () => {
  const [{ PrintCardsButton: button }] = await Promise.all([
    import('../sales/print-cards-button.tsx'),
    speakSales(),
  ])
  return { default: button }
})

/** Prints the receipt of every card that paid the bill, if a terminal is connected. */
export function PrintCards({ bill }: { readonly bill: Bill }) {
  const hasTerminal = useSnapshot(({ terminal }) => terminal.kind === 'connected')
  const hasCard = bill.tenders.some(({ kind }) => kind === 'card')
  return hasTerminal && hasCard && <PrintCardsButton number={bill.number} />
}
