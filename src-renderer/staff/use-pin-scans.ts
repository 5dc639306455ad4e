import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { onScan } from '../bridge.ts'
import { isTextField } from '../keyboard/is-text-field.ts'
import { watchPinScans } from './watch-pin-scans.ts'

/** Scans by a scanner that acts as a keyboard, and by one on a serial port. */
export function usePinScans(onScanned: () => void): void {
  const scanned = useEffectEvent(onScanned)
  useLayoutEffect(
    () =>
      watchPinScans(
        (target) => !isTextField(target),
        () => scanned(),
      ),
    [],
  )
  useEffect(() => onScan(() => scanned()), [])
}
