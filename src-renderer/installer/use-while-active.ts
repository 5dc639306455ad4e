import { useEffect, useEffectEvent } from 'react'

/** Somebody who pressed nothing for this long may have left. */
const activeMs = 60_000
const everyMs = 10_000

/**
 * Does something every ten seconds while somebody is there. Not by the clock alone: every question to main puts off the
 * time at which the page closes by itself, and it must close when nobody is there.
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
