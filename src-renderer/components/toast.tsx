import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRest } from '../keyboard/use-rest.ts'
import style from './toast.module.css'

interface ToastProps {
  readonly tone: 'calm' | 'bad'
  readonly children: ReactNode
  /** Shown below the items, which the cashier keeps tapping. */
  readonly isBelow?: boolean
  /** Called at the next press if the toast covers the screen: the cashier has read it by then. */
  readonly onGoOn?: () => void
}

/** Floats above the screen for as long as needed, for messages that belong to no screen. */
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

/** As in toast.module.css: on wider screens it covers nothing. */
const covers = '(max-width: 999.98px)'

/** Ignores a press that started before the toast appeared, and a key that is held. */
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
