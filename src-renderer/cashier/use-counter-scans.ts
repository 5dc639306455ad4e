import { useEffect } from 'react'
import { onScan } from '../bridge.ts'
import { useScanner } from '../catalogue/use-scanner.ts'
import { takeItemScan } from './cart/scans.tsx'
import { takeScanWithoutItems } from './scans-without-items.tsx'

/** On every cashier screen, from the first one on: no scan is taken for a typed amount. */
export function useCounterScans(sellsItems: boolean): void {
  const take = sellsItems ? takeItemScan : takeScanWithoutItems
  useScanner(take, sellsItems ? 'all' : 'numbers')
  useEffect(() => onScan(take), [take])
}
