import { useEffectEvent, useLayoutEffect } from 'react'
import { watchScans } from './watch-scans.ts'

/** Handles scans while its component is mounted. */
export function useScanner(onScan: (barcode: string) => void): void {
  const scanned = useEffectEvent(onScan)
  useLayoutEffect(() => watchScans((barcode) => scanned(barcode)), [])
}
