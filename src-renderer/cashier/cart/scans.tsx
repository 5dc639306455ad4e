import { late } from '../../components/late.tsx'
import { withCode } from '../../components/not-loaded.ts'
import { speakSelling } from '../../i18n/i18n.ts'

/** What became of a scan, where it needs words. */
export const CartMessage = late(async () => {
  const [{ CartMessage: message }] = await Promise.all([import('./cart-message.tsx'), speakSelling()])
  return { default: message }
})

let items: Promise<typeof import('./add-item.ts')> | null = null

/** In a shop with items. Scans that arrive before their code is loaded wait for it, and are handled in order. */
export function takeItemScan(barcode: string): void {
  items ??= import('./add-item.ts')
  withCode(items, ({ takeScan }) => takeScan(barcode))
}
