import { useEffectEvent, useLayoutEffect } from 'react'
import { type ScannedFields, watchScans } from './watch-scans.ts'

/** Handles scans while its component is mounted. */
export function useScanner(onScan: (barcode: string) => void, fields: ScannedFields = 'all'): void {
  const scanned = useEffectEvent(onScan)
  useLayoutEffect(() => watchScans((barcode) => scanned(barcode), fields), [fields])
}
