import { useEffectEvent, useLayoutEffect } from 'react'
import { useEntryStore } from '../stores/entry-store.ts'
import { type Burst, endedByEnter, endedBySilence, noBurst, scanSilence, withKey } from './barcode-wedge.ts'

/** So long a key is held back to see whether it begins a scan, ms: less than a hand notices. */
const heldMs = 30

/** A scanner presses them as well, for its capital letters. */
const modifiers: readonly string[] = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta']

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null

/**
 * Takes the keys of a scan before anything else does: a digit of a barcode is no amount, and its Enter charges nothing.
 * What turns out to be typed by hand is given to the page, in its order.
 */
export function useScanner(onScan: (barcode: string) => void): void {
  const scanned = useEffectEvent(onScan)
  useLayoutEffect(() => {
    const handed = new WeakSet<Event>()
    let burst: Burst = noBurst
    let held: readonly KeyboardEvent[] = []
    /** What was typed before the burst, whose first keys the page may have had already. */
    let amountBefore = 0
    let release: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined

    function handOver(): void {
      const keys = held
      held = []
      for (const { key, code, target } of keys) {
        const again = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
        handed.add(again)
        ;(target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(again)
      }
    }

    function end(barcode: string): void {
      held = []
      burst = noBurst
      clearTimeout(release)
      clearTimeout(silence)
      useEntryStore.setState({ amount: amountBefore })
      scanned(barcode)
    }

    function take(event: KeyboardEvent): void {
      event.preventDefault()
      event.stopImmediatePropagation()
    }

    function press(event: KeyboardEvent): void {
      if (handed.has(event) || event.ctrlKey || event.altKey || event.metaKey || isText(event.target)) return
      if (event.key === 'Enter') {
        const barcode = endedByEnter(burst, event.timeStamp)
        if (barcode === null) {
          handOver()
        } else {
          take(event)
          end(barcode)
        }
        return
      }
      // A space presses the button that has the focus, but within a scan it is a part of it.
      if (event.key.length !== 1 || event.repeat || (event.key === ' ' && held.length === 0)) {
        // What it does is about what was typed before it: F8 right after the last digit pays the whole amount.
        if (!modifiers.includes(event.key) && endedBySilence(burst) === null) handOver()
        return
      }
      take(event)
      const next = withKey(burst, event.key, event.timeStamp)
      if (next.text.length === 1) {
        handOver()
        amountBefore = useEntryStore.getState().amount
      }
      burst = next
      held = [...held, event]
      clearTimeout(release)
      clearTimeout(silence)
      release = setTimeout(() => {
        if (endedBySilence(burst) === null) handOver()
      }, heldMs)
      silence = setTimeout(() => {
        const barcode = endedBySilence(burst)
        if (barcode !== null) end(barcode)
      }, scanSilence)
    }

    window.addEventListener('keydown', press, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      clearTimeout(release)
      clearTimeout(silence)
    }
  }, [])
}
