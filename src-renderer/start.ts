import { create } from 'zustand'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'
import { askMain, onSnapshot } from './bridge.ts'
import { speak } from './i18n/i18n.ts'
import { acceptSnapshot } from './stores/snapshot-store.ts'

const useStart = create<{ readonly failed: boolean }>()(() => ({ failed: false }))

export const useStartFailed = (): boolean => useStart(({ failed }) => failed)

/** Texts first, then what they are about, so that no screen is drawn in the wrong language. */
async function show(snapshot: Snapshot): Promise<void> {
  await speak(snapshot.settings.language)
  acceptSnapshot(snapshot)
}

/**
 * The terminal has shown how the payment ended, and main is about to know it. What that changes on the screen would take the
 * frame in which the end itself can be shown.
 */
export const isAboutToEnd = ({ sale }: Pick<Snapshot, 'sale'>): boolean =>
  sale.kind === 'authorizing' &&
  sale.payment === null &&
  (sale.step === 'approved' || sale.step === 'declined')

/** How long such a snapshot waits for the one that follows, ms: the end is known 4 to 20 ms later. */
const waitForEnd = 50

/** An earlier one that has waited does not replace a later one. */
function receive(snapshot: Snapshot): void {
  if (isAboutToEnd(snapshot)) setTimeout(() => void show(snapshot), waitForEnd)
  else void show(snapshot)
}

let listening = false

/** Listens before it asks: no change between the two is lost. May be called again after a failure. */
export async function start(): Promise<void> {
  useStart.setState({ failed: false })
  if (!listening) onSnapshot(receive)
  listening = true
  const result = await askMain('snapshot.get', undefined)
  if (result.ok) await show(result.value)
  else useStart.setState({ failed: true })
}
