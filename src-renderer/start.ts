import { create } from 'zustand'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'
import { askMain, onSnapshot } from './bridge.ts'
import { speak } from './i18n/i18n.ts'
import { acceptSnapshot } from './stores/snapshot-store.ts'

const useStart = create<{ readonly failed: boolean }>()(() => ({ failed: false }))

export const useStartFailed = (): boolean => useStart(({ failed }) => failed)

/**
 * Loads the texts before the snapshot, so that no screen appears in the wrong language. If they cannot be loaded, the
 * snapshot is shown in a language that is loaded: it may report that a card was charged.
 */
async function show(snapshot: Snapshot): Promise<void> {
  await speak(snapshot.settings.language).catch(() => undefined)
  acceptSnapshot(snapshot)
}

let listening = false

/** Subscribes before requesting the snapshot, so that no change is missed. May be called again after a failure. */
export async function start(): Promise<void> {
  useStart.setState({ failed: false })
  if (!listening) onSnapshot((snapshot) => void show(snapshot))
  listening = true
  const result = await askMain('snapshot.get', undefined)
  if (result.ok) await show(result.value)
  else useStart.setState({ failed: true })
}
