import { useEffect, useRef } from 'react'
import { type Action, type KeypadKey, pressKey } from '../device/actions.ts'

const named: Readonly<Record<string, KeypadKey>> = {
  Enter: 'green',
  Escape: 'red',
  Backspace: 'yellow',
  Delete: 'yellow',
}

/** A dialog or popover in front of the terminal receives the keys. */
const inFront = 'dialog[open], [popover]:popover-open'

/**
 * Maps the computer's keys to the terminal's, wherever the focus is. Enter and Space still press a button that was
 * reached with the Tab key.
 */
export function useKeyboard(act: (action: Action) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(inFront)) return
      const onButton = event.target instanceof HTMLButtonElement
      if (event.key === 'Enter' && (onButton || event.repeat)) return
      const key = keyOf(event.key)
      if (key !== null) latest.current(pressKey(key))
      else if (/^[A-Za-z]$/.test(event.key) || (event.key === ' ' && !onButton)) {
        latest.current({ kind: 'letter', letter: event.key })
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('click', releaseClicked)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('click', releaseClicked)
    }
  }, [])
}

/** A button clicked by pointer loses the focus; otherwise the next Enter would click it again. */
function releaseClicked(event: MouseEvent): void {
  const byPointer = event.detail > 0
  if (byPointer && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur()
}

const keyOf = (key: string): KeypadKey | null =>
  /^\d$/.test(key) ? (key as KeypadKey) : (named[key] ?? null)
