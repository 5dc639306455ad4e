import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import type { TestCard } from '../cards/test-cards.ts'
import type { Action } from '../device/actions.ts'
import { fullCapabilities } from '../device/capabilities.ts'
import { type DeviceCondition, soundCondition } from '../device/device-condition.ts'
import type { Device, DeviceChange } from '../device/device-types.ts'
import type { Screen } from '../device/screen-state.ts'
import { type TerminalWords, wordsIn } from '../words/terminal-words.ts'
import { playSound } from './sound.ts'

/** The state that the window draws. */
export interface TerminalView {
  readonly hsn: string
  readonly screen: Screen
  readonly words: TerminalWords
  readonly connected: boolean
  /** The card in the slot. */
  readonly slot: TestCard | null
  /** Receipts on the roll that have not been torn off, oldest first: at most the last `mostReceipts`. */
  readonly receipts: readonly (readonly ReceiptLine[])[]
  /** Number of receipts printed since the window was opened. */
  readonly printed: number
  readonly condition: DeviceCondition
  readonly hardware: DeviceCapabilities
  /** The network cable is plugged in. */
  readonly networkPlugged: boolean
}

export interface TerminalStore {
  subscribe(listener: () => void): () => void
  view(): TerminalView
  /** Time of the terminal's own clock, in ms since the epoch. */
  ownTime(): number
  act(action: Action): void
  tearOff(): void
  /** Shows a reason while there is no device, or none that may connect. */
  explain(reason: string): void
  attach(device: Device): void
  /** For `DeviceOptions.onChange`. */
  onChange(change: DeviceChange): void
}

/** Paper that hangs further out of the printer has fallen off: a day's receipts are not all kept on the screen. */
export const mostReceipts = 20

/** Connects the device and React: one immutable view, replaced at every change. */
export function createTerminalStore(hsn: string): TerminalStore {
  let device: Device | null = null
  let inserted: TestCard | null = null
  let view: TerminalView = {
    hsn,
    screen: { kind: 'offline', reason: 'Starting' },
    words: wordsIn('en'),
    connected: false,
    slot: null,
    receipts: [],
    printed: 0,
    condition: soundCondition,
    hardware: fullCapabilities,
    networkPlugged: true,
  }
  const listeners = new Set<() => void>()
  const replace = (next: Partial<TerminalView>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const refresh = () => {
    if (device === null) return
    replace({
      screen: device.screen(),
      words: device.language() === view.words.language ? view.words : wordsIn(device.language()),
      connected: device.connected(),
      slot: device.cardInSlot() === null ? null : inserted,
      condition: device.condition(),
      hardware: device.capabilities(),
      networkPlugged: Number.isFinite(device.networkBackAt()),
    })
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => view,
    ownTime: () => device?.ownTime() ?? Date.now(),
    act(action) {
      if (action.kind === 'insert_card' && device?.cardInSlot() === null) inserted = action.card
      device?.act(action)
      refresh()
    },
    tearOff() {
      replace({ receipts: [] })
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
      if (change.kind === 'printed') {
        const receipts = [...view.receipts, change.lines].slice(-mostReceipts)
        replace({ receipts, printed: view.printed + 1 })
      }
      refresh()
    },
  }
}
