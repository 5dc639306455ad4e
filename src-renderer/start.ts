import { create } from 'zustand'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'
import { askMain, onSnapshot } from './bridge.ts'
import { speak } from './i18n/i18n.ts'
import { acceptSnapshot, isAboutToEnd } from './stores/snapshot-store.ts'

const useStart = create<{ readonly failed: boolean }>()(() => ({ failed: false }))

export const useStartFailed = (): boolean => useStart(({ failed }) => failed)

/** Texts first, then what they are about, so that no screen is drawn in the wrong language. */
async function show(snapshot: Snapshot): Promise<void> {
  await speak(snapshot.settings.language)
  acceptSnapshot(snapshot)
}

/** How long a snapshot of a payment that is about to end waits for the one that follows, ms: that comes 4 to 20 ms later. */
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
