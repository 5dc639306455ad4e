import { useEffectEvent, useLayoutEffect } from 'react'
import { type ScannedFields, watchScans } from './watch-scans.ts'

/**
 * Handles scans while its component is mounted. Use it in the component that holds the screens: their keys have to work
 * until after it has handed over the last one.
 */
export function useScanner(onScan: (barcode: string) => void, fields: ScannedFields): void {
  const scanned = useEffectEvent(onScan)
  const present = useEffectEvent(() => fields)
  useLayoutEffect(
    () =>
      watchScans(
        (barcode) => scanned(barcode),
        () => present(),
      ),
    [],
  )
}
