import { useEffectEvent, useLayoutEffect } from 'react'
import { watchScans } from './watch-scans.ts'

/** Takes the keys of a scan while its component is drawn. */
export function useScanner(onScan: (barcode: string) => void): void {
  const scanned = useEffectEvent(onScan)
  useLayoutEffect(() => watchScans((barcode) => scanned(barcode)), [])
}
