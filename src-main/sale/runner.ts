import type { SaleState } from '../../src-shared/pos/sale.ts'
import type { SaleAnswer, SaleEffect, SaleEffectIn, SaleEvent } from '../../src-shared/pos/sale-events.ts'
import { transition } from '../../src-shared/pos/transition.ts'
import type { Log } from '../log.ts'
import type { SaleJournal } from './journal.ts'

/** An event without its time, which the runner adds. */
export type SaleInput = SaleEvent extends infer Event
  ? Event extends SaleEvent
    ? Omit<Event, 'at'>
    : never
  : never

/**
 * The durable shell around the sale: next state, journal, then the effects of that state, then their answers back
 * in. A state is shown to the windows at once; a request leaves only when the journal has it on the disk.
 */
export interface SaleRunner {
  state(): SaleState
  /** @returns false when the event does not belong to the present state: nothing happened. */
  dispatch(event: SaleInput): boolean
  /** Takes no more events: what is still under way goes on from the journal at the next start. */
  stop(): void
}

export interface SaleRunnerOptions {
  readonly journal: SaleJournal
  readonly perform: (effect: SaleEffect) => Promise<SaleAnswer | null>
  readonly onState: (state: SaleState) => void
  readonly now: () => number
  readonly log: Log
}

/** Continues where the journal ends: an open sale is checked before anything else can be sold. */
export function startSaleRunner(options: SaleRunnerOptions): SaleRunner {
  const { journal, log } = options
  let state = journal.last
  let unclosed = journal.unclosed
  let stopped = false

  function dispatch(input: SaleInput): boolean {
    if (stopped) return false
    const at = new Date(options.now()).toISOString()
    const event = { ...input, at } as SaleEvent
    const before = state
    const next = transition(before, event)
    if (next.state === before && next.effects.length === 0) return false
    state = next.state
    if (next.state !== before) options.onState(next.state)
    void follow(before, event, next.effects, at)
    return true
  }

  async function follow(before: SaleState, event: SaleEvent, effects: readonly SaleEffect[], at: string) {
    const reached = state
    const closing = effects.filter((effect) => effect.kind === 'cancel_intent')
    unclosed = [...unclosed, ...closing.map(({ sale_id, intent_id }) => ({ sale_id, intent_id }))]
    // Where the customer is at the terminal is news for the screen only.
    if ((reached !== before && event.kind !== 'progress') || closing.length > 0) {
      log.info(
        { event: event.kind, from: before.kind, to: reached.kind, ...idsOf(reached) },
        'sale.transition',
      )
      try {
        await journal.write(reached, at, unclosed)
      } catch (error) {
        log.error({ err: error, state: reached.kind }, 'sale.journal_failed')
        withoutJournal(effects)
        return
      }
    }
    for (const effect of effects) void run(effect)
  }

  async function run(effect: SaleEffect): Promise<void> {
    if (effect.kind === 'cancel_intent') return close(effect)
    const answer = await options.perform(effect).catch((error: unknown) => {
      log.error({ err: error, effect: effect.kind }, 'sale.effect_failed')
      return failed(effect, String(error))
    })
    if (answer !== null && 'sale' in effect) {
      dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt })
    }
  }

  /** An intent nobody will pay stays in the journal until the service has answered for it. */
  async function close({ sale_id, intent_id }: Omit<SaleEffectIn<'cancel_intent'>, 'kind'>): Promise<void> {
    try {
      await options.perform({ kind: 'cancel_intent', sale_id, intent_id })
      if (stopped) return
      unclosed = unclosed.filter((one) => one.sale_id !== sale_id || one.intent_id !== intent_id)
      await journal.write(state, new Date(options.now()).toISOString(), unclosed)
    } catch (error) {
      log.error({ err: error, sale_id, intent_id }, 'sale.close_failed')
    }
  }

  /** Without a journal nothing leaves that changes a payment; looking and waiting are free. */
  function withoutJournal(effects: readonly SaleEffect[]): void {
    for (const effect of effects) {
      const answer = notSent(effect)
      if (answer === null || !('sale' in effect)) void run(effect)
      else dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt })
    }
  }

  for (const left of journal.unclosed) void close(left)
  dispatch({ kind: 'restarted' })
  options.onState(state)
  return {
    state: () => state,
    dispatch,
    stop: () => {
      stopped = true
    },
  }
}

const idsOf = (state: SaleState) =>
  state.kind === 'ready'
    ? {}
    : { sale: state.sale.id, intent: state.sale.intent_id, attempt: state.sale.attempt }

const journalFailed = 'The journal on this computer could not be written, so nothing was sent.'

function notSent(effect: SaleEffect): SaleAnswer | null {
  switch (effect.kind) {
    case 'authorize':
      return {
        kind: 'authorization_ended',
        end: { kind: 'not_sent', reason: 'refused', detail: journalFailed },
      }
    case 'create_intent':
    case 'update_intent':
    case 'void_intent':
      return failed(effect, journalFailed)
    default:
      return null
  }
}

/** What an effect that broke down means: whatever may have moved money stays unknown. */
function failed(effect: SaleEffect, detail: string): SaleAnswer | null {
  switch (effect.kind) {
    case 'create_intent':
      return { kind: 'create_failed', reason: 'service_unreachable', detail }
    case 'ask_tip':
      return { kind: 'tip_failed', reason: 'service_unreachable', detail }
    case 'update_intent':
      return { kind: 'update_failed', reason: 'service_unreachable', detail }
    case 'authorize':
      return {
        kind: 'authorization_ended',
        end: { kind: 'unknown', cause: 'no_answer', otherwise: 'service_unreachable', detail, ended: false },
      }
    case 'look_up':
      return { kind: 'look_up_failed', refused: false, detail }
    case 'void_intent':
      return { kind: 'void_failed', refused: false, detail }
    case 'print_receipt':
      return { kind: 'printed', ok: false }
    case 'wait':
      return { kind: 'waited' }
    case 'cancel_intent':
    case 'cancel_terminal':
    case 'load_receipt':
    case 'log_open':
    case 'clear_terminal':
      return null
  }
}
