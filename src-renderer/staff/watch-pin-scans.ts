import {
  type Burst,
  endedByEnter,
  endedBySilence,
  modifierKeys,
  noBurst,
  scanSilence,
  withKey,
} from '../catalogue/barcode-wedge.ts'
import { keyTime } from '../keyboard/key-time.ts'

/** Of the watch that ended last: the page of a PIN goes on with it when it takes the place of the screen that waited. */
let lastBurst: Burst = noBurst

/**
 * A scanner types its code wherever a PIN is awaited, and its Enter would send it as a try: five of them lock a person
 * out. Takes that Enter.
 * @param isForPin whether a key there belongs to the PIN
 * @param onScan called after the last key, to forget what was scanned
 * @returns a function that stops watching
 */
export function watchPinScans(
  isForPin: (target: EventTarget | null) => boolean,
  onScan: () => void,
): () => void {
  let burst = lastBurst
  let silence: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(silence)
    burst = noBurst
    onScan()
  }

  function press(event: KeyboardEvent): void {
    const { key } = event
    const at = keyTime(event)
    if (modifierKeys.includes(key)) return
    clearTimeout(silence)
    if (key === 'Enter' && at !== null && (endedByEnter(burst, at) ?? endedBySilence(burst)) !== null) {
      event.preventDefault()
      event.stopImmediatePropagation()
      end()
      return
    }
    const isTyped = at !== null && key.length === 1 && !event.repeat && isForPin(event.target)
    burst = isTyped ? withKey(burst, key, at) : noBurst
    silence = setTimeout(() => {
      if (endedBySilence(burst) !== null) end()
    }, scanSilence)
  }

  window.addEventListener('keydown', press, { capture: true })
  return () => {
    window.removeEventListener('keydown', press, { capture: true })
    clearTimeout(silence)
    lastBurst = burst
  }
}
