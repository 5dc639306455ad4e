import { useEffect } from 'react'
import { create } from 'zustand'
import { isReceiptNumber } from '../../src-shared/pos/bill/is-receipt-number.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotDone } from '../shell/refusal-toast.tsx'
import { useCashStore } from '../stores/cash-store.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { idAtCounter, useSnapshot } from '../stores/snapshot-store.ts'

/** The number of scans that did nothing, of which the screen has not said so long enough: each is read anew. */
const useUselessScans = create<{ readonly count: number }>()(() => ({ count: 0 }))

const forget = (): void => useUselessScans.setState({ count: 0 })

/** In a shop without items, where the digits of a code would be an amount, and its Enter would charge it. */
export function takeScanWithoutItems(code: string): void {
  if (isReceiptNumber(code)) open(code)
  else useUselessScans.setState(({ count }) => ({ count: count + 1 }))
}

/** Opens the sale of a scanned receipt, unless a payment or a question is on the screen. */
function open(number: string): void {
  if (useCashStore.getState().open || useDialogStore.getState().open !== null) return
  goToSales(number)
}

/** Says that nothing was done with a scanned code. */
export function UselessScan() {
  const { t } = useTranslation()
  const { count } = useUselessScans()
  // Whoever goes on with a sale, or leaves the counter, has read it.
  const now = useSnapshot(idAtCounter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another sale is at the counter
  useEffect(() => forget, [now])
  if (count === 0) return null
  return <NotDone key={count} title={t('scan.noItems')} text={t('scan.noItemsText')} onOver={forget} />
}
