import { useEntryStore } from '../stores/entry-store.ts'
import { type Burst, endedByEnter, endedBySilence, noBurst, scanSilence, withKey } from './barcode-wedge.ts'

/** So long a key is held back to see whether it begins a scan, ms: less than a hand notices. */
const heldMs = 30

/** A scanner presses them as well, for its capital letters. */
const modifiers: readonly string[] = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta']

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null

/** A field that a scan may end up in. None is a PIN's, nor one in which people are searched by the number of their card. */
const scannedInto = (target: EventTarget | null): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.type !== 'password' && !('takesScans' in target.dataset)
    ? target
    : null

/** Whether nobody has typed this: the name, the sum or the number that a field asks for is shorter, or slower. */
const isBarcode = (text: string): boolean => /^\d{8,}$/.test(text)

/**
 * Takes the keys of a scan before anything else does: a digit of a barcode is no amount, and its Enter charges nothing.
 * What turns out to be typed by hand is given to the page, in its order. A scan into a field is taken out of it again, and
 * its Enter is nobody's: it would put the order aside under that name, or give that discount.
 * @returns the function that stops it
 */
export function watchScans(onScan: (barcode: string) => void): () => void {
  const handed = new WeakSet<Event>()
  let burst: Burst = noBurst
  let held: readonly KeyboardEvent[] = []
  /** What was typed before the burst, whose first keys the page may have had already. */
  let amountBefore = 0
  let release: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  /** What is typed into a field at once, and what the field had before. */
  let inField: { readonly field: HTMLInputElement; readonly before: string; readonly burst: Burst } | null =
    null

  function pressInField(event: KeyboardEvent): void {
    const field = scannedInto(event.target)
    const known = inField?.field === field ? inField : null
    if (modifiers.includes(event.key)) return
    inField = null
    // What a dialog is given of before it was drawn was typed by hand, however fast it comes.
    if (field === null || !event.isTrusted) return
    if (event.key === 'Enter') {
      const barcode = known === null ? null : endedByEnter(known.burst, event.timeStamp)
      if (known === null || barcode === null || !isBarcode(barcode)) return
      take(event)
      field.select()
      document.execCommand('insertText', false, known.before)
      onScan(barcode)
    } else if (event.key.length === 1 && !event.repeat) {
      const burst = withKey(known?.burst ?? noBurst, event.key, event.timeStamp)
      inField = { field, burst, before: burst.text.length > 1 && known !== null ? known.before : field.value }
    }
  }

  /** A scan without Enter that is over: only the timer that says so has not come yet, as when the page was busy. */
  function endSilent(at: number): void {
    const barcode = endedBySilence(burst)
    if (barcode !== null && at - burst.last > scanSilence) end(barcode)
  }

  /** What was typed by hand goes before what comes now. Of a scan that goes on, nothing does. */
  function handOver(): void {
    if (endedBySilence(burst) !== null) return
    const keys = held
    held = []
    for (const { key, code, target } of keys) {
      const again = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
      handed.add(again)
      ;(target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(again)
    }
  }

  /** A scan has no other keys in its midst: what a hand types after them is no part of it. */
  function endTyped(): void {
    handOver()
    if (endedBySilence(burst) === null) burst = noBurst
  }

  function end(barcode: string): void {
    held = []
    burst = noBurst
    clearTimeout(release)
    clearTimeout(silence)
    useEntryStore.setState({ amount: amountBefore })
    onScan(barcode)
  }

  function take(event: KeyboardEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function press(event: KeyboardEvent): void {
    if (handed.has(event) || event.ctrlKey || event.altKey || event.metaKey) return
    if (isText(event.target)) {
      pressInField(event)
      return
    }
    endSilent(event.timeStamp)
    if (event.key === 'Enter') {
      const barcode = endedByEnter(burst, event.timeStamp) ?? endedBySilence(burst)
      if (barcode === null) endTyped()
      else {
        take(event)
        end(barcode)
      }
      return
    }
    // A space presses the button that has the focus, but within a scan it is a part of it.
    if (event.key.length !== 1 || event.repeat || (event.key === ' ' && held.length === 0)) {
      // What it does is about what was typed before it: F8 right after the last digit pays the whole amount.
      if (!modifiers.includes(event.key)) endTyped()
      return
    }
    take(event)
    const next = withKey(burst, event.key, event.timeStamp)
    if (next.text.length === 1) {
      const barcode = endedBySilence(burst)
      if (barcode === null) handOver()
      else end(barcode)
      amountBefore = useEntryStore.getState().amount
    }
    burst = next
    held = [...held, event]
    clearTimeout(release)
    clearTimeout(silence)
    release = setTimeout(handOver, heldMs)
    silence = setTimeout(() => {
      const barcode = endedBySilence(burst)
      if (barcode !== null) end(barcode)
    }, scanSilence)
  }

  window.addEventListener('keydown', press, { capture: true })
  // A button is about what was typed before it, too: Charge takes the last digit.
  window.addEventListener('pointerdown', handOver, { capture: true })
  return () => {
    window.removeEventListener('keydown', press, { capture: true })
    window.removeEventListener('pointerdown', handOver, { capture: true })
    clearTimeout(release)
    clearTimeout(silence)
  }
}
