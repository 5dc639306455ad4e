import { useEffect } from 'react'
import { onScan } from '../../bridge.ts'
import { useScanner } from '../../catalogue/use-scanner.ts'
import { late } from '../../components/late.tsx'
import { withCode } from '../../components/not-loaded.ts'
import { speakSelling } from '../../i18n/i18n.ts'

const CartMessage = late(async () => {
  const [{ CartMessage: message }] = await Promise.all([import('./cart-message.tsx'), speakSelling()])
  return { default: message }
})

let items: Promise<typeof import('./add-item.ts')> | null = null

/** Scans that arrive before their code is loaded wait for it, and are handled in order. */
const scanned = (barcode: string): void => {
  items ??= import('./add-item.ts')
  withCode(items, ({ takeScan }) => takeScan(barcode))
}

/** On every cashier screen of a shop with items, from the first one on: no scan is taken for a typed amount. */
export function Scans() {
  useScanner(scanned)
  useEffect(() => onScan(scanned), [])
  return <CartMessage />
}
