import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import type { Action } from '../actions.ts'
import { lastFour, type TestCard, testCards } from '../cards.ts'
import type { Device, DeviceChange } from '../device-types.ts'
import type { Screen } from '../screen-state.ts'
import { playSound } from './sound.ts'

/** What the window draws. */
export interface TerminalView {
  readonly hsn: string
  readonly screen: Screen
  readonly connected: boolean
  /** The card that sticks out of the slot. */
  readonly slot: TestCard | null
  /** Receipts on the roll that have not been torn off, oldest first. */
  readonly receipts: readonly (readonly ReceiptLine[])[]
  readonly paperLoaded: boolean
}

export interface TerminalStore {
  subscribe(listener: () => void): () => void
  view(): TerminalView
  act(action: Action): void
  tearOff(): void
  /** Shown while there is no device yet, or none that may connect. */
  explain(reason: string): void
  attach(device: Device): void
  /** For `DeviceOptions.onChange`. */
  onChange(change: DeviceChange): void
}

/** Between the device and React: one immutable view, replaced at every change. */
export function createTerminalStore(hsn: string): TerminalStore {
  let device: Device | null = null
  let torn = 0
  let view: TerminalView = {
    hsn,
    screen: { kind: 'offline', reason: 'Starting' },
    connected: false,
    slot: null,
    receipts: [],
    paperLoaded: true,
  }
  const listeners = new Set<() => void>()
  const replace = (next: Partial<TerminalView>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const refresh = (more: Partial<TerminalView> = {}) => {
    if (device === null) return
    const inSlot = device.cardInSlot()
    const slot = inSlot === null ? null : (testCards.find((card) => lastFour(card) === inSlot) ?? null)
    replace({
      screen: device.screen(),
      connected: device.connected(),
      slot,
      receipts: device.printed().slice(torn),
      ...more,
    })
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => view,
    act(action) {
      device?.act(action)
      refresh(action.kind === 'load_paper' ? { paperLoaded: action.loaded } : {})
    },
    tearOff() {
      torn = device?.printed().length ?? 0
      refresh()
    },
    explain(reason) {
      replace({ screen: { kind: 'offline', reason }, connected: false })
    },
    attach(next) {
      device = next
      refresh()
    },
    onChange(change) {
      if (change.kind === 'sound') playSound(change.sound)
      refresh()
    },
  }
}
