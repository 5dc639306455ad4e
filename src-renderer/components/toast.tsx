import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRest } from '../keyboard/use-rest.ts'
import style from './toast.module.css'

interface ToastProps {
  readonly tone: 'calm' | 'bad'
  readonly children: ReactNode
  /** Below the items, which are tapped on meanwhile. */
  readonly isBelow?: boolean
  /** Takes it away where it covers what is worked on: whoever presses something else has read it. */
  readonly onGoOn?: () => void
}

/** Floats above the screen for as long as it is needed: for what is not part of any screen. */
export function Toast({ tone, children, isBelow = false, onGoOn }: ToastProps) {
  useGoOn(onGoOn)
  return (
    <div
      className={`${style.toast} ${style[tone]} ${isBelow ? style.below : ''}`}
      data-below={isBelow ? '' : undefined}
    >
      {children}
    </div>
  )
}

/** As in toast.module.css: elsewhere it covers nothing. */
const covers = '(max-width: 999.98px)'

/** Not the press that was on its way when it came, and not a key that is held. */
function useGoOn(onGoOn: (() => void) | undefined) {
  const resting = useRest()
  const press = useEffectEvent((event: Event) => {
    const isHeld = event instanceof KeyboardEvent && event.repeat
    if (!isHeld && matchMedia(covers).matches) onGoOn?.()
  })
  useEffect(() => {
    if (resting) return
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    window.addEventListener('pointerdown', press, options)
    window.addEventListener('keydown', press, options)
    return () => stop.abort()
  }, [resting])
}
