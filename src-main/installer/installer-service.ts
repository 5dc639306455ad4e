import type { Language } from '../../src-shared/language.ts'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import type {
  DiagnosticResult,
  InstallerStatus,
  TerminalListItem,
} from '../../src-shared/pos/terminals/installer.ts'
import { isOwnTerminal } from '../../src-shared/pos/terminals/is-own-terminal.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { CurrentCounter } from '../counter/current-counter.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { PendingReversals } from './diagnostics/pending-reversals.ts'
import { createDiagnostics, inSale } from './diagnostics/run-diagnostics.ts'
import { createPairing } from './pairing.ts'
import { createPingHistory } from './pings.ts'
import { listItemOf, terminalsOf } from './terminal-list.ts'
import type { VirtualTerminals } from './virtual-terminals.ts'

type Answer<Value = null> = Promise<Result<Value, CommandRefusal>>

/** The installer's work, for one account. */
export interface InstallerService {
  list(): Answer<readonly TerminalListItem[]>
  pair(asked: PosCommandPayload<'terminals.pair'>): Answer
  rename(asked: PosCommandPayload<'terminals.rename'>): Answer
  release(asked: PosCommandPayload<'terminals.release'>): Answer
  stopPairing(): void
  use(asked: PosCommandPayload<'terminals.use'>): Answer
  try(asked: PosCommandPayload<'terminals.try'>): Answer<DiagnosticResult>
  stopTry(asked: PosCommandPayload<'terminals.stop_try'>): Answer
  addVirtual(asked: PosCommandPayload<'terminals.add_virtual'>): Answer
  removeVirtual(asked: PosCommandPayload<'terminals.remove_virtual'>): Answer
  status(): Pick<InstallerStatus, 'pairing' | 'pings'>
  /** Pings the counter's terminal while an installer is signed in. */
  attend(present: boolean): void
}

export interface InstallerOptions {
  readonly access: () => ServiceAccess | null
  readonly counters: Pick<CurrentCounter, 'present' | 'use'>
  /** The terminal named by the environment, which cannot be changed here; null: none. */
  readonly named: string | null
  readonly terminal: () => TerminalStatus
  /** The shop's currency. */
  readonly currency: () => string
  readonly language: () => Language
  readonly reversals: PendingReversals
  /** Null where virtual terminals cannot be attached, outside of training. */
  readonly virtual: VirtualTerminals | null
  /** The name shown to another counter that asks who holds a terminal. */
  readonly counterName: () => string
  readonly onChange: () => void
  /** Called while an activation code waits to be typed on a terminal. */
  readonly onWaiting: () => void
  readonly newId: () => string
  readonly now: () => number
}

/** Pause between pings of the counter's terminal, in ms. */
const pingMs = 5_000

export function openInstallerService(options: InstallerOptions): InstallerService {
  const { access, counters, now, onChange } = options
  const pings = createPingHistory(now, onChange)
  const pairing = createPairing({
    access,
    now,
    onChange,
    onWaiting: options.onWaiting,
    onPaired: () => counters.present()?.terminal.checkNow(),
  })
  let pinging: NodeJS.Timeout | undefined

  const isOurs = (hsn: string): boolean => isOwnTerminal(options.terminal(), hsn)
  const diagnostics = createDiagnostics({ ...options, counter: counters.present, pings, isOurs })

  async function pingOurs(): Promise<void> {
    const ours = options.terminal()
    const answer = await counters.present()?.terminal.ping()
    if (ours.kind !== 'none' && answer) pings.add(ours.hsn, answer)
  }

  return {
    async list() {
      const present = access()
      if (present === null) return err(serviceNotUp)
      const found = await terminalsOf(present)
      if (!found.ok) return err(serviceRefusal(found.error))
      const virtual = options.virtual?.list() ?? []
      return ok(found.value.map((terminal) => listItemOf(terminal, virtual)))
    },
    pair: ({ hsn, claim_code }) => pairing.start(hsn, claim_code),
    async rename({ hsn, name }) {
      const present = access()
      if (present === null) return err(serviceNotUp)
      const renamed = await present.client.call('terminals.rename', { body: { hsn, name } })
      if (!renamed.ok) return err(serviceRefusal(renamed.error))
      // The counter shows the name from its next check on.
      if (isOurs(hsn)) await counters.present()?.terminal.refresh()
      return ok(null)
    },
    async release({ hsn }) {
      const present = access()
      if (present === null) return err(serviceNotUp)
      if (isOurs(hsn)) return refuse('not_now', 'this counter charges on it')
      const released = await present.client.call('terminals.release', { body: { hsn } })
      return released.ok ? ok(null) : err(serviceRefusal(released.error))
    },
    stopPairing: pairing.stop,
    async use({ hsn }) {
      if (options.named !== null && options.named !== hsn) {
        return refuse('not_available', `the environment names ${options.named}`)
      }
      const present = access()
      if (present === null) return err(serviceNotUp)
      const found = await terminalsOf(present)
      if (!found.ok) return err(serviceRefusal(found.error))
      if (!found.value.some((terminal) => terminal.hsn === hsn)) return err(unknownTerminal(hsn))
      if (diagnostics.isRunning()) return refuse('not_now', 'a diagnostic is running')
      return used(await counters.use(hsn, true))
    },
    try: diagnostics.try,
    stopTry: diagnostics.stopTry,
    async addVirtual({ hsn }) {
      const present = access()
      if (present === null) return err(serviceNotUp)
      if (options.virtual === null) return err(noTraining)
      const found = await terminalsOf(present)
      if (!found.ok) return err(serviceRefusal(found.error))
      const taken = found.value.some((terminal) => terminal.hsn === hsn)
      // An unplugged terminal of ours may come back; any other terminal with this name is a different one.
      if (taken && !options.virtual.list().includes(hsn)) {
        return refuse('not_now', `there is a terminal ${hsn} already`)
      }
      const added = await options.virtual.add(present, hsn)
      return added.ok ? ok(null) : err(serviceRefusal(added.error))
    },
    async removeVirtual({ hsn }) {
      const present = access()
      if (present === null) return err(serviceNotUp)
      if (options.virtual === null) return err(noTraining)
      if (!options.virtual.list().includes(hsn)) return err(unknownTerminal(hsn))
      if (isOurs(hsn)) {
        const left = used(await counters.use(null, true))
        if (!left.ok) return left
      }
      const removed = await options.virtual.remove(present, hsn)
      return removed.ok ? ok(null) : err(serviceRefusal(removed.error))
    },
    status: () => ({ pairing: pairing.present(), pings: [...pings.all()] }),
    attend(present) {
      clearInterval(pinging)
      if (!present) return pings.clear()
      pinging = setInterval(() => void pingOurs().catch(() => undefined), pingMs)
      pinging.unref()
      void pingOurs().catch(() => undefined)
    },
  }
}

function used(outcome: Awaited<ReturnType<CurrentCounter['use']>>): Result<null, CommandRefusal> {
  if (outcome === 'changed') return ok(null)
  return outcome === 'in_sale' ? err(inSale) : err(serviceNotUp)
}

const noTraining: CommandRefusal = { code: 'not_available', message: 'only in training mode' }
const unknownTerminal = (hsn: string): CommandRefusal => ({
  code: 'not_found',
  message: `there is no terminal ${hsn}`,
})
