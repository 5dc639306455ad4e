import {
  type Burst,
  endedByEnter,
  endedBySilence,
  modifierKeys,
  noBurst,
  scanSilence,
  withKey,
} from '../catalogue/barcode-wedge.ts'

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
  let burst: Burst = noBurst
  let silence: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(silence)
    burst = noBurst
    onScan()
  }

  function press(event: KeyboardEvent): void {
    const { key, timeStamp } = event
    if (modifierKeys.includes(key)) return
    clearTimeout(silence)
    if (key === 'Enter' && (endedByEnter(burst, timeStamp) ?? endedBySilence(burst)) !== null) {
      event.preventDefault()
      event.stopImmediatePropagation()
      end()
      return
    }
    // Keys held for a dialog that was not drawn yet were typed by hand, however fast they arrive.
    const isTyped = event.isTrusted && key.length === 1 && !event.repeat && isForPin(event.target)
    burst = isTyped ? withKey(burst, key, timeStamp) : noBurst
    silence = setTimeout(() => {
      if (endedBySilence(burst) !== null) end()
    }, scanSilence)
  }

  window.addEventListener('keydown', press, { capture: true })
  return () => {
    window.removeEventListener('keydown', press, { capture: true })
    clearTimeout(silence)
  }
}
