import { useEffect, useEffectEvent } from 'react'

/** After this time without input, in ms, the person may have left. */
const activeMs = 60_000
const everyMs = 10_000

/**
 * Calls `act` every ten seconds while a person is active. Each request to main postpones the time at which the page
 * closes by itself, so requests must stop when no person is there.
 */
export function useWhileActive(act: () => void): void {
  const again = useEffectEvent(act)
  useEffect(() => {
    let active = performance.now()
    const stir = () => {
      active = performance.now()
    }
    const timer = setInterval(() => {
      if (performance.now() - active < activeMs) again()
    }, everyMs)
    window.addEventListener('pointerdown', stir)
    window.addEventListener('keydown', stir)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pointerdown', stir)
      window.removeEventListener('keydown', stir)
    }
  }, [])
}
