import { actsOnFirstDigit } from '../keyboard/first-digit.ts'
import { isTextField } from '../keyboard/is-text-field.ts'
import { keepKeyTime, keyTime } from '../keyboard/key-time.ts'
import { keepTypedNumbers } from '../keyboard/typed-number.ts'
import { useEntryStore } from '../stores/entry-store.ts'
import { keepKeysAhead } from '../stores/keys-ahead.ts'
import {
  type Burst,
  endedByEnter,
  endedBySilence,
  leastWithEnter,
  modifierKeys,
  noBurst,
  scanGap,
  scanSilence,
  withKey,
} from './barcode-wedge.ts'

/** How long a key is held back to see whether it starts a scan, in ms. */
interface KeyHold {
  ms: number
}
/** Too short to notice. */
const shortHoldMs = 30
/** At a counter that has had a slower scanner, and where a digit cannot be taken back: longer than its pauses. */
const longHoldMs = scanGap + 5

/** The hold of this counter, from its start on. */
const holdOfCounter: KeyHold = { ms: shortHoldMs }

/** The fields that no scan may enter. In a shop without items, a person may scan the number of an order into a note. */
export type ScannedFields = 'all' | 'numbers'

/**
 * A field that a scan may enter by mistake. Excludes PIN fields, which watch for scans themselves, and fields that search
 * people by card number.
 */
function scannedInto(target: EventTarget | null, fields: ScannedFields): HTMLInputElement | null {
  if (!(target instanceof HTMLInputElement) || target.type === 'password') return null
  if ('takesScans' in target.dataset) return null
  return fields === 'all' || ['decimal', 'numeric'].includes(target.inputMode) ? target : null
}

/** Whether the text was scanned: names, amounts and numbers that a person types are shorter or slower. */
const isBarcode = (text: string): boolean => /^\d{8,}$/.test(text)

/**
 * Handles the keys of a scan before any other listener, so that its digits change no amount and its Enter charges
 * nothing. Manual typing is passed on to the page in order. A scan into a field is removed from it, and its Enter is
 * dropped: it would put the order aside under that name, or give that discount.
 * @returns a function that stops watching
 */
export function watchScans(
  onScan: (barcode: string) => void,
  fields: () => ScannedFields = () => 'all',
  hold: KeyHold = holdOfCounter,
): () => void {
  const handed = new WeakSet<Event>()
  let burst: Burst = noBurst
  let held: readonly KeyboardEvent[] = []
  /** Takes back what the first keys of the burst, which the page may have received already, typed there. */
  let takeBack = (): void => undefined
  let release: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  /** A fast sequence of keys in a field, and the field's content before it. */
  let inField: { readonly field: HTMLInputElement; readonly before: string; readonly burst: Burst } | null =
    null

  function pressInField(event: KeyboardEvent): void {
    const field = scannedInto(event.target, fields())
    const at = keyTime(event)
    const known = inField?.field === field ? inField : null
    if (modifierKeys.includes(event.key)) return
    inField = null
    if (field === null || at === null) return
    if (event.key === 'Enter') {
      const barcode = known === null ? null : endedByEnter(known.burst, at)
      if (known === null || barcode === null || !isBarcode(barcode)) return
      take(event)
      field.select()
      document.execCommand('insertText', false, known.before)
      onScan(barcode)
    } else if (event.key.length === 1 && !event.repeat) {
      const burst = withKey(known?.burst ?? noBurst, event.key, at)
      inField = { field, burst, before: burst.text.length > 1 && known !== null ? known.before : field.value }
    }
  }

  /** Ends a scan without Enter whose timer is late because the page was busy. */
  function endSilent(at: number): void {
    const barcode = endedBySilence(burst)
    if (barcode !== null && at - burst.last > scanSilence) end(barcode)
  }

  /** Passes manually typed keys on before the current event. Does nothing during a scan. */
  function handOver(): void {
    if (endedBySilence(burst) !== null) return
    const keys = held
    held = []
    for (const event of keys) {
      const { key, code, target } = event
      const again = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
      handed.add(again)
      keepKeyTime(again, keyTime(event) ?? event.timeStamp)
      ;(target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(again)
    }
  }

  /** A scan contains no other keys, so keys typed after such a key do not belong to it. */
  function endTyped(): void {
    handOver()
    if (endedBySilence(burst) === null) burst = noBurst
  }

  function end(barcode: string): void {
    const { from, last, text } = burst
    if ((last - from) / (text.length - 1) > shortHoldMs) hold.ms = longHoldMs
    held = []
    burst = noBurst
    clearTimeout(release)
    clearTimeout(silence)
    takeBack()
    onScan(barcode)
  }

  function take(event: KeyboardEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function press(event: KeyboardEvent): void {
    if (handed.has(event) || event.ctrlKey || event.altKey || event.metaKey) return
    if (isTextField(event.target)) {
      pressInField(event)
      return
    }
    const at = keyTime(event) ?? event.timeStamp
    endSilent(at)
    if (event.key === 'Enter') {
      const barcode = endedByEnter(burst, at) ?? endedBySilence(burst)
      if (barcode === null) endTyped()
      else {
        take(event)
        end(barcode)
      }
      return
    }
    // A space presses the focused button, but within a scan it belongs to the scan.
    if (event.key.length !== 1 || event.repeat || (event.key === ' ' && held.length === 0)) {
      // Its action concerns the keys typed before it: F8 right after the last digit pays the whole amount.
      if (!modifierKeys.includes(event.key)) endTyped()
      return
    }
    take(event)
    const next = withKey(burst, event.key, at)
    if (next.text.length === 1) {
      const barcode = endedBySilence(burst)
      if (barcode === null) handOver()
      else end(barcode)
      takeBack = keepNumbers()
    }
    burst = next
    held = [...held, event]
    clearTimeout(release)
    clearTimeout(silence)
    release = setTimeout(handOver, actsOnFirstDigit() ? longHoldMs : hold.ms)
    silence = setTimeout(() => {
      const barcode = endedBySilence(burst)
      if (barcode !== null) end(barcode)
    }, scanSilence)
  }

  window.addEventListener('keydown', press, { capture: true })
  // A button also concerns the keys typed before it: Charge includes the last digit.
  window.addEventListener('pointerdown', handOver, { capture: true })
  return () => {
    window.removeEventListener('keydown', press, { capture: true })
    window.removeEventListener('pointerdown', handOver, { capture: true })
    clearTimeout(release)
    clearTimeout(silence)
    // Typed on the screen that is being left, whose listeners are still there. More of them would be a scan's beginning.
    if (burst.text.length < leastWithEnter) handOver()
  }
}

function keepNumbers(): () => void {
  const { amount } = useEntryStore.getState()
  const restores = [keepTypedNumbers(), keepKeysAhead()]
  return () => {
    useEntryStore.setState({ amount })
    for (const restore of restores) restore()
  }
}
