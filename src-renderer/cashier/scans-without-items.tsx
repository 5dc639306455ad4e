import { useEffect, useEffectEvent, useState } from 'react'
import { isReceiptNumber } from '../../src-shared/pos/bill/is-receipt-number.ts'
import { onScan } from '../bridge.ts'
import { useScanner } from '../catalogue/use-scanner.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotDone } from '../shell/refusal-toast.tsx'
import { useCashStore } from '../stores/cash-store.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { idAtCounter, useSnapshot } from '../stores/snapshot-store.ts'

/** Opens the sale of a scanned receipt, unless a payment or a question is on the screen. */
function open(number: string): void {
  if (useCashStore.getState().open || useDialogStore.getState().open !== null) return
  goToSales(number)
}

/**
 * On every cashier screen of a shop without items: a scanned receipt opens its sale. Of any other code the screen says
 * that nothing was done with it: its digits would be the amount, and its Enter would charge it.
 */
export function ScansWithoutItems() {
  const { t } = useTranslation()
  /** The number of scans that did nothing: each is read anew. */
  const [useless, setUseless] = useState(0)
  const take = useEffectEvent((code: string) => {
    if (isReceiptNumber(code)) open(code)
    else setUseless((before) => before + 1)
  })
  useScanner((code) => take(code), 'numbers')
  // Whoever goes on with a sale has read it.
  const now = useSnapshot(idAtCounter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another sale is at the counter
  useEffect(() => setUseless(0), [now])
  useEffect(() => onScan((code) => take(code)), [])
  if (useless === 0) return null
  return (
    <NotDone
      key={useless}
      title={t('scan.noItems')}
      text={t('scan.noItemsText')}
      onOver={() => setUseless(0)}
    />
  )
}
