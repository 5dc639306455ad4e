import type { ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { currentPart } from '../../src-shared/pos/returns/return-sums.ts'
import {
  type ReturnEffect,
  type ReturnEvent,
  returnTransition,
} from '../../src-shared/pos/returns/return-transition.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createTurns, type Turns } from '../async/in-turn.ts'
import { pause } from '../async/pause.ts'
import { untilWritten } from '../journal/until-written.ts'
import type { Log } from '../log.ts'
import { createReturnEffects, type ReturnEffectOptions } from './return-effects.ts'
import type { ReturnsJournal } from './returns-journal.ts'

const notSaved: CommandRefusal = {
  code: 'failed',
  message: 'the journal could not be written: whether it was saved is not known yet',
}

export interface ReturnsShellOptions
  extends Omit<ReturnEffectOptions, 'find' | 'record' | 'isStopped' | 'pause'> {
  readonly journal: ReturnsJournal
  /** The status of this return's exchange tender in a bill that is not filed yet; null where there is none. */
  readonly exchangeState: (id: string) => ExchangeTender['status'] | null
  readonly onReturns: (shown: readonly Return[]) => void
  readonly onUnreadable: (lines: number) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Pause before a failed write or request is tried again, in ms. */
  readonly retryMs?: number
  readonly log: Log
}

/**
 * The durable shell around returns: next state, journal, effects. Card parts are given back by the manager's actions,
 * each under its own name, so that none is sent twice; cash by the drawer's ledger.
 */
export interface ReturnsShell {
  all(): readonly Return[]
  find(id: string): Return | undefined
  of(billId: string): readonly Return[]
  /** The part that is being given back now; null where there is none. */
  partOf(id: string): ReturnPart | null
  /** Why no return may begin or continue for this bill, because its records are incomplete; null when it may. */
  unknownOf(billId: string): CommandRefusal | null
  /** One change at a time: each is in the journal before the next is based on it. */
  readonly inTurn: Turns['inTurn']
  start(one: Return): Promise<Result<null, CommandRefusal>>
  /** Applies a person's request, once it is in the journal. */
  ask(id: string, event: ReturnEvent): Promise<Result<null, CommandRefusal>>
  /** Applies what has happened. Resolves once it is written, however long that takes, or if it does not apply. */
  record(id: string, event: ReturnEvent): Promise<void>
  /** Continues the returns that were open when the last run ended. */
  resume(): void
  /** Records that a person has seen the outcome. */
  acknowledge(id: string): Result<null, CommandRefusal>
  /** Records that a person knows of the unreadable lines. */
  acknowledgeUnreadable(): Promise<Result<null, CommandRefusal>>
  stop(): Promise<void>
}

export function createReturnsShell(options: ReturnsShellOptions): ReturnsShell {
  const { journal, log, retryMs = 2_000 } = options
  const all = new Map(journal.found.map((one) => [one.id, one]))
  /** Ended returns that no person has acknowledged. */
  const unseen = new Set<string>()
  /** Ids of the bills for which it is unknown whether their last line is in the journal. */
  const unsaved = new Set<string>()
  let damaged = journal.damaged
  let stopped = false
  const { inTurn, settled } = createTurns()

  const at = () => new Date(options.now()).toISOString()
  const shown = () => [...all.values()].filter(({ id, status }) => status === 'open' || unseen.has(id))
  const find = (id: string) => all.get(id)
  const rest = () => pause(retryMs)

  function show(one: Return): void {
    all.set(one.id, one)
    // An exchange of everything is shown in the bill of the other goods.
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
      if (next === null || next === before) return refuse('not_now', `${event.kind} does not apply to ${id}`)
      try {
        await journal.write(next, at())
      } catch (error) {
        return notWritten(before ?? next, error)
      }
      log.info({ event: event.kind, return: id, status: next.status }, 'sales.return')
      show(next)
      // For an exchange restored beside a lost line, the money may have gone back already.
      const isOutdated = event.kind === 'exchanged' && isUnreadable(next.bill_id)
      for (const effect of effects) follow(id, effect, isOutdated)
      return ok(null)
    })

  const isUnreadable = (billId: string) =>
    damaged.some(({ bill_id }) => bill_id === null || bill_id === billId)

  function unknownOf(billId: string): CommandRefusal | null {
    if (unsaved.has(billId)) return notSaved
    return isUnreadable(billId)
      ? { code: 'records_unreadable', message: `it is unknown what was returned of ${billId}` }
      : null
  }

  /**
   * The line may be on the disk all the same, and the next start would continue from it: nothing else begins until a
   * later line takes it back.
   */
  function notWritten(before: Return, error: unknown): Result<null, CommandRefusal> {
    log.error({ err: error, return: before.id }, 'sales.return_not_written')
    unsaved.add(before.bill_id)
    void takeBack(before)
    return err(notSaved)
  }

  async function takeBack(before: Return): Promise<void> {
    const write = () => journal.write(before, at())
    if (await untilWritten(write, rest, () => stopped)) unsaved.delete(before.bill_id)
  }

  async function record(id: string, event: ReturnEvent): Promise<void> {
    while (!stopped) {
      const done = await ask(id, event)
      if (done.ok || done.error.code === 'not_now') return
      await rest()
    }
  }

  const carryOut = createReturnEffects({ ...options, find, record, isStopped: () => stopped, pause: rest })
  /** @param isOutdated whether later events may be lost: then nothing is sent, only looked up */
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
      if (!unseen.delete(id)) return refuse('not_now', `${id} has not ended`)
      options.onReturns(shown())
      return ok(null)
    },
    async acknowledgeUnreadable() {
      if (damaged.length === 0) return refuse('not_now', 'every line can be read')
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
