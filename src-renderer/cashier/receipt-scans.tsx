import { useEffect, useLayoutEffect } from 'react'
import { isReceiptNumber } from '../../src-shared/pos/bill/is-receipt-number.ts'
import { onScan } from '../bridge.ts'
import { watchReceiptScans } from '../catalogue/watch-receipt-scans.ts'
import { useCashStore } from '../stores/cash-store.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { goToSales } from '../stores/place-store.ts'

/** Opens the sale of a scanned receipt, unless a payment or a question is on the screen. */
function open(number: string): void {
  if (useCashStore.getState().open || useDialogStore.getState().open !== null) return
  goToSales(number)
}

/** On every cashier screen of a shop without items: a scanned receipt opens its sale, and is no amount to charge. */
export function ReceiptScans() {
  useLayoutEffect(() => watchReceiptScans(open), [])
  useEffect(
    () =>
      onScan((code) => {
        if (isReceiptNumber(code)) open(code)
      }),
    [],
  )
  return null
}
