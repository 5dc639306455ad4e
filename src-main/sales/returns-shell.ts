import type { ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { currentPart } from '../../src-shared/pos/returns/return-sums.ts'
import {
  type ReturnEffect,
  type ReturnEvent,
  returnTransition,
} from '../../src-shared/pos/returns/return-transition.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createTurns, type Turns } from '../in-turn.ts'
import type { Log } from '../log.ts'
import { notSaved } from './not-saved.ts'
import { createReturnEffects } from './return-effects.ts'
import type { ReturnsJournal } from './returns-journal.ts'

type EffectOptions = Omit<
  Parameters<typeof createReturnEffects>[0],
  'find' | 'record' | 'isStopped' | 'pause'
>

export interface ReturnsShellOptions extends EffectOptions {
  readonly journal: ReturnsJournal
  /** What a bill that has not been filed has of this return as a tender; null where none has. */
  readonly exchangeState: (id: string) => ExchangeTender['status'] | null
  readonly onReturns: (shown: readonly Return[]) => void
  readonly onUnreadable: (lines: number) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Before what could not be written, or asked, is tried again, ms. */
  readonly retryMs?: number
  readonly log: Log
}

/**
 * The durable shell around what goes back to customers: next state, journal, then what follows from it. Cards are given
 * back by the manager's actions, each under its own name, so that none is sent twice; cash by the drawer's ledger.
 */
export interface ReturnsShell {
  all(): readonly Return[]
  find(id: string): Return | undefined
  of(billId: string): readonly Return[]
  /** What of a return goes back now; null where nothing does. */
  partOf(id: string): ReturnPart | null
  /** Why nothing may be begun for this bill, or asked for anew, by what is known of it. */
  unknownOf(billId: string): CommandRefusal | null
  /** One change at a time: each is in the journal before the next is made of it. */
  readonly inTurn: Turns['inTurn']
  start(one: Return): Promise<Result<null, CommandRefusal>>
  /** What a person asks for happens only when it is in the journal. */
  ask(id: string, event: ReturnEvent): Promise<Result<null, CommandRefusal>>
  /** What has happened stands, and is written as soon as it can be; resolves then, or where it does not belong to the state. */
  record(id: string, event: ReturnEvent): Promise<void>
  /** Goes on with what was open when the counter ended. */
  resume(): void
  /** A person has seen how it ended. */
  acknowledge(id: string): Result<null, CommandRefusal>
  /** A person knows of the lines that cannot be read. */
  acknowledgeUnreadable(): Promise<Result<null, CommandRefusal>>
  stop(): Promise<void>
}

export function createReturnsShell(options: ReturnsShellOptions): ReturnsShell {
  const { journal, log, retryMs = 2_000 } = options
  const all = new Map(journal.found.map((one) => [one.id, one]))
  /** Ended, and not put away yet. */
  const unseen = new Set<string>()
  /** Bills of which it is not known what stands in the journal. */
  const unsaved = new Set<string>()
  let damaged = journal.damaged
  let stopped = false
  const { inTurn, settled } = createTurns()

  const at = () => new Date(options.now()).toISOString()
  const shown = () => [...all.values()].filter(({ id, status }) => status === 'open' || unseen.has(id))
  const find = (id: string) => all.get(id)
  const pause = () => new Promise((resolve) => setTimeout(resolve, retryMs).unref())

  function show(one: Return): void {
    all.set(one.id, one)
    // Where all of it was taken in exchange, the bill of the other goods has said it.
    const isExchanged = one.parts.length > 0 && one.parts.every(({ kind }) => kind === 'exchange')
    if (one.status === 'done' && !isExchanged) unseen.add(one.id)
    options.onReturns(shown())
  }

  const ask = (id: string, event: ReturnEvent): Promise<Result<null, CommandRefusal>> =>
    inTurn(async () => {
      const before = all.get(id)
      if (before !== undefined && unsaved.has(before.bill_id)) return err(notSaved)
      const isHeld = event.kind === 'cancel' && options.exchangeState(id) === 'paid'
      const { next, effects } = before === undefined || isHeld ? nothing : returnTransition(before, event)
      if (next === null || next === before) return err({ code: 'not_now', message: `${event.kind} of ${id}` })
      try {
        await journal.write(next, at())
      } catch (error) {
        return notWritten(before ?? next, error)
      }
      log.info({ event: event.kind, return: id, status: next.status }, 'sales.return')
      show(next)
      // Of an exchange that is found again beside a line that was lost, what goes back may have gone already.
      const isOutdated = event.kind === 'exchanged' && isUnreadable(next.bill_id)
      for (const effect of effects) follow(id, effect, isOutdated)
      return ok(null)
    })

  const isUnreadable = (billId: string) =>
    damaged.some(({ bill_id }) => bill_id === null || bill_id === billId)

  function unknownOf(billId: string): CommandRefusal | null {
    if (unsaved.has(billId)) return notSaved
    return isUnreadable(billId)
      ? { code: 'records_unreadable', message: `what went back of ${billId} is not known` }
      : null
  }

  /**
   * The line may be on the disk all the same, and the next start would go on from it: nothing begins anew before one
   * after it is there that takes it back.
   */
  function notWritten(before: Return, error: unknown): Result<null, CommandRefusal> {
    log.error({ err: error, return: before.id }, 'sales.return_not_written')
    unsaved.add(before.bill_id)
    void takeBack(before)
    return err(notSaved)
  }

  async function takeBack(before: Return): Promise<void> {
    while (!stopped) {
      const isWritten = await journal.write(before, at()).then(
        () => true,
        () => false,
      )
      if (isWritten) return void unsaved.delete(before.bill_id)
      await pause()
    }
  }

  async function record(id: string, event: ReturnEvent): Promise<void> {
    while (!stopped) {
      const done = await ask(id, event)
      if (done.ok || done.error.code === 'not_now') return
      await pause()
    }
  }

  const carryOut = createReturnEffects({ ...options, find, record, isStopped: () => stopped, pause })
  /** @param isOutdated what has followed is not known: nothing is sent, only looked up */
  const follow = (id: string, effect: ReturnEffect, isOutdated = false): void =>
    void carryOut(id, effect, isOutdated).catch((error: unknown) =>
      log.error({ err: error, return: id, effect: effect.kind }, 'sales.return_effect_failed'),
    )

  const start = (one: Return): Promise<Result<null, CommandRefusal>> =>
    inTurn(async () => {
      const { next, effects } = returnTransition(one, { kind: 'begin' })
      try {
        await journal.write(next, at())
      } catch (error) {
        return notWritten({ ...one, status: 'cancelled' }, error)
      }
      show(next)
      for (const effect of effects) follow(one.id, effect)
      return ok(null)
    })

  return {
    all: () => [...all.values()],
    find,
    of: (billId) => [...all.values()].filter(({ bill_id }) => bill_id === billId),
    partOf(id) {
      const one = all.get(id)
      return one === undefined ? null : currentPart(one)
    },
    unknownOf,
    inTurn,
    start,
    ask,
    record,
    resume() {
      for (const one of all.values()) {
        const { effects } = returnTransition(one, { kind: 'restarted' })
        const isOutdated = damaged.some(({ return_id }) => return_id === null || return_id === one.id)
        for (const effect of effects) follow(one.id, effect, isOutdated)
      }
      options.onReturns(shown())
      options.onUnreadable(damaged.length)
    },
    acknowledge(id) {
      if (!unseen.delete(id)) return err({ code: 'not_now', message: `${id} has not ended` })
      options.onReturns(shown())
      return ok(null)
    },
    async acknowledgeUnreadable() {
      if (damaged.length === 0) return err({ code: 'not_now', message: 'every line can be read' })
      await journal.acknowledgeDamaged(at())
      log.warn({ lines: damaged.length }, 'sales.returns_acknowledged')
      damaged = []
      options.onUnreadable(0)
      return ok(null)
    },
    async stop() {
      stopped = true
      await settled()
      await journal.close()
    },
  }
}

const nothing = { next: null, effects: [] } as const
