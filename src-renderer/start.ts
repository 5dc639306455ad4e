import { create } from 'zustand'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'
import { askMain, onSnapshot } from './bridge.ts'
import { speak } from './i18n/i18n.ts'
import { acceptSnapshot } from './stores/snapshot-store.ts'

const useStart = create<{ readonly failed: boolean }>()(() => ({ failed: false }))

export const useStartFailed = (): boolean => useStart(({ failed }) => failed)

/**
 * Texts first, then what they are about, so that no screen is drawn in the wrong language. Where they cannot be loaded it is
 * shown in those that are there: it may say that a card was charged.
 */
async function show(snapshot: Snapshot): Promise<void> {
  await speak(snapshot.settings.language).catch(() => undefined)
  acceptSnapshot(snapshot)
}

let listening = false

/** Listens before it asks: no change between the two is lost. May be called again after a failure. */
export async function start(): Promise<void> {
  useStart.setState({ failed: false })
  if (!listening) onSnapshot((snapshot) => void show(snapshot))
  listening = true
  const result = await askMain('snapshot.get', undefined)
  if (result.ok) await show(result.value)
  else useStart.setState({ failed: true })
}
