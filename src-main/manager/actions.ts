import type { Client } from '../../src-shared/api/client.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import type { ManagerAction } from '../../src-shared/pos/manager.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { callService } from '../sale/calls.ts'
import { detailOf } from '../terminal/failures.ts'
import type { ActionJournal } from './action-journal.ts'
import { createActionOutcomes } from './action-outcomes.ts'
import { type ActionRecord, isOpen, type Outcome, shown } from './action-record.ts'
import { loadIntentHistory } from './intent-history.ts'
import { type ActionRequest, planAction } from './plan-action.ts'

/**
 * The durable shell around what a manager does: journal, then the request, then its outcome. A request that was not
 * answered is looked up until it is known; it is sent again only with its own key, while the service still has the
 * answer it saved, and never when a look-up has shown that it happened.
 */
export interface ManagerActions {
  all(): readonly ManagerAction[]
  /** Lines of the journal that cannot be read and whose payments are not known. */
  unreadable(): number
  /** A person knows of them. */
  acknowledgeUnreadable(): Promise<void>
  /** @param pin typed for it; null when none was. */
  begin(
    asked: ActionRequest,
    pin: string | null,
  ): Promise<Result<{ readonly action_id: string }, CommandRefusal>>
  /**
   * Gives back by a name of the caller's, who has the approval: the same name is the same refund, also after a kill.
   * Resolves when it is known what became of it.
   */
  giveBack(asked: GiveBack): Promise<GivenBack>
  /** A payment as the service has it, unless something is under way on it that may change it. */
  paymentNow(of: Pick<GiveBack, 'intent_id' | 'payment_id'>): Promise<Result<Payment, CommandRefusal>>
  dismiss(id: string): Promise<Result<null, CommandRefusal>>
  printed(id: string, print: ManagerAction['print']): void
  /** What is open goes on from the journal at the next start. */
  stop(): void
}

export interface GiveBack {
  /** Its name: `actionOfReturn` of what asks for it. */
  readonly id: string
  readonly intent_id: string
  readonly payment_id: string
  /** Cents. */
  readonly amount: number
  /** It is all that the card paid: voided where that is still possible. */
  readonly whole: boolean
  /** It is voided or not given back at all. */
  readonly void_only: boolean
  /** Whether it was sent is not known any more: it is looked up, and never begun. */
  readonly look_only: boolean
}

export interface GivenBack {
  /** `refused`: it certainly did not happen. `unresolved`: the service refuses to report it. */
  readonly end: 'done' | 'refused' | 'unresolved'
  readonly how: 'void' | 'refund' | null
  readonly detail: string
}

/** What a return at the counter asks for is named after it, and shown there. */
export const actionOfReturn = (request: string): string => `act_${request}`
const isOfReturn = ({ id }: Pick<ManagerAction, 'id'>): boolean => id.startsWith(actionOfReturn('ret_'))

export interface ActionOptions {
  readonly client: () => Client | null
  readonly journal: ActionJournal
  /** Whether the counter decides about this intent: what is done to it elsewhere would be missing from its bill. */
  readonly isInSale: (intentId: string) => boolean
  /** Whether a return at the counter gives this intent back, or decides in which way. */
  readonly isReturning: (intentId: string) => boolean
  /** What this intent's card paid and was given back in another way at the counter, cents. */
  readonly givenOtherwise: (intentId: string) => Promise<number>
  readonly receipt: (action: ActionRecord, payment: Payment) => ManagerAction['receipt']
  /** Why so many cents may not go back; null when they may. */
  readonly mayReturn: (cents: number, pin: string | null) => Promise<CommandRefusal | null>
  /** Who is signed in; null where nobody is. */
  readonly person: () => string | null
  readonly onChange: () => void
  readonly onEnd: (action: ManagerAction) => void
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** How long to wait before a look-up, ms; they are counted from 0. */
  readonly pauseMs?: (look: number) => number
  readonly log: Log
}

/** The same request within so long is the second half of a double click. ms */
const doubleClickMs = 3_000
const refusalsToGiveUp = 10
const pausesMs = [250, 1_000, 2_000, 5_000, 10_000, 30_000]
const growingPause = (look: number): number => pausesMs[Math.min(look, pausesMs.length - 1)] ?? 0

export function startManagerActions(options: ActionOptions): ManagerActions {
  const { client, journal, now, log, pauseMs = growingPause } = options
  const records = new Map(journal.left.map((action) => [action.id, asFound(action)]))
  /** What is being begun, by its intent: whichever way it was asked for, nothing else begins on it meanwhile. */
  const beginning = new Map<string, { asked: string; answer: ReturnType<ManagerActions['begin']> }>()
  /** The request of each action of this run, as JSON. */
  const requests = new Map<string, string>()
  /** Who waits for the end of an action. */
  const waiting = new Map<string, (action: ActionRecord) => void>()
  /** Intents of actions that may stand in the journal although they were not begun. */
  const unsaved = new Set<string>()
  const giving = new Map<string, Promise<GivenBack>>()
  let unreadable = journal.unreadable
  let stopped = false

  const at = () => new Date(now()).toISOString()
  const take = (id: string): ActionRecord => {
    const action = records.get(id)
    if (action === undefined) throw new Error(`there is no action ${id}`)
    return action
  }

  const outcomes = createActionOutcomes({
    client,
    action: take,
    all: () => records.values(),
    isStopped: () => stopped,
    now,
  })

  /** Shown at once; @returns whether it is in the journal as well. */
  async function change(id: string, changes: Partial<ActionRecord>): Promise<boolean> {
    if (stopped) return false
    const action = { ...take(id), ...changes }
    records.set(id, action)
    options.onChange()
    try {
      await journal.write(action, at())
      return true
    } catch (error) {
      log.error({ err: error, action: id, state: action.state }, 'manager.journal_write_failed')
      return false
    }
  }

  async function end(id: string, state: 'done' | 'refused' | 'unresolved', changes: Partial<ActionRecord>) {
    const action = { ...take(id), ...changes, state }
    const payment = outcomes.payment(id)
    const paper = state === 'done' && (action.kind === 'refund' || action.kind === 'void')
    const receipt = paper && payment !== undefined ? options.receipt(action, payment) : null
    await change(id, { ...changes, state, receipt })
    if (stopped) return
    log.info({ action: id, kind: action.kind, intent: action.intent_id, state }, 'manager.action')
    if (state === 'unresolved')
      log.error({ action: id, intent: action.intent_id }, 'manager.action_unresolved')
    options.onEnd(shown(take(id)))
    waiting.get(id)?.(take(id))
  }

  /** @returns true when the outcome is the last word. */
  async function settle(id: string, outcome: Outcome): Promise<boolean> {
    const { tries, refusals } = take(id)
    const looked = { tries: tries + 1 }
    switch (outcome.kind) {
      case 'done':
        await end(id, 'done', { refund_id: outcome.refund_id, detail: '' })
        return true
      case 'refused':
        await end(id, 'refused', { detail: outcome.detail })
        return true
      case 'unknown': {
        const refund_id = outcome.refund_id ?? take(id).refund_id
        await change(id, { ...looked, detail: outcome.detail, refund_id })
        return false
      }
      case 'absent':
        await change(id, { ...looked, refusals: 0 })
        return false
      case 'withheld':
        if (refusals + 1 >= refusalsToGiveUp) {
          await end(id, 'unresolved', { detail: outcome.detail })
          return true
        }
        await change(id, { ...looked, detail: outcome.detail, refusals: refusals + 1 })
        return false
    }
  }

  /** Looks until it is known. */
  async function check(id: string): Promise<void> {
    for (let look = 0; !stopped; look++) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs(look)).unref())
      if (stopped || (await settle(id, await outcomes.next(id)))) return
    }
  }

  async function carryOut(id: string): Promise<void> {
    const outcome = await outcomes.first(id)
    if (outcome.kind === 'unknown') {
      await change(id, { state: 'checking', detail: outcome.detail, refund_id: outcome.refund_id })
      await check(id)
    } else await settle(id, outcome)
  }

  const watched = (task: Promise<void>, id: string) =>
    void task.catch((error: unknown) => log.error({ err: error, action: id }, 'manager.action_failed'))

  async function prepare(
    asked: ActionRequest,
    newId: string,
    mayReturn: (cents: number, payment: Payment | null) => Promise<CommandRefusal | null>,
  ): ReturnType<ManagerActions['begin']> {
    const payment_id = asked.payment_id
    const person_id = options.person()
    const evidence = await loadIntentHistory(client, { intent_id: asked.intent_id, payment_id })
    if (!evidence.ok) {
      const missing = evidence.error.kind === 'refused' && evidence.error.status === 404
      return err({ code: missing ? 'not_found' : 'failed', message: detailOf(evidence.error) })
    }
    const plan = planAction(asked, evidence.value, { id: newId, at: at(), person_id })
    if (!plan.ok) return plan
    const returns = asked.kind === 'refund' || asked.kind === 'void'
    const payment = evidence.value.payments.find((one) => one.id === plan.value.payment_id) ?? null
    const refused = returns ? await mayReturn(plan.value.amount, payment) : null
    if (refused !== null) return err(refused)
    if (stopped || options.isInSale(asked.intent_id)) return err(inSale)
    const { id } = plan.value
    records.set(id, plan.value)
    requests.set(id, JSON.stringify(asked))
    if (payment !== null) outcomes.saw(id, payment)
    if (!(await change(id, {}))) {
      // The line may stand there all the same: the next start must not carry out what is reported as not sent.
      void takeBack(id, asked.intent_id)
      records.delete(id)
      options.onChange()
      return err({ code: 'failed', message: 'the journal could not be written, so nothing was sent' })
    }
    watched(carryOut(id), id)
    return ok({ action_id: id })
  }

  async function takeBack(id: string, intentId: string): Promise<void> {
    unsaved.add(intentId)
    for (let time = 0; !stopped; time++) {
      const isWritten = await journal.dismiss(id, at()).then(
        () => true,
        () => false,
      )
      if (isWritten) return void unsaved.delete(intentId)
      await new Promise((resolve) => setTimeout(resolve, pauseMs(time)).unref())
    }
  }

  /** The only way to begin. @param asked the same text is the same request */
  function beginAlone(
    intentId: string,
    asked: string,
    task: () => ReturnType<ManagerActions['begin']>,
  ): ReturnType<ManagerActions['begin']> {
    const other = beginning.get(intentId)
    if (other !== undefined) return other.asked === asked ? other.answer : Promise.resolve(err(inHand))
    if (isInHand(intentId)) return Promise.resolve(err(inHand))
    if (options.isInSale(intentId)) return Promise.resolve(err(inSale))
    const answer = task().finally(() => beginning.delete(intentId))
    beginning.set(intentId, { asked, answer })
    return answer
  }

  async function beginGivingBack({
    id,
    whole,
    void_only,
    look_only: _look,
    ...asked
  }: GiveBack): ReturnType<ManagerActions['begin']> {
    const approved = async () => null
    const voided = { ...asked, kind: 'void', amount: null } as const
    const asVoid = whole ? await prepare(voided, id, approved) : err(inHand)
    if (asVoid.ok || void_only || (whole && asVoid.error.code !== 'not_now')) return asVoid
    return prepare({ ...asked, kind: 'refund' }, id, approved)
  }

  async function giveBack(asked: GiveBack): Promise<GivenBack> {
    const { id } = asked
    if (asked.look_only && !records.has(id)) return lostTrack
    const begun = records.has(id)
      ? ok(null)
      : await beginAlone(asked.intent_id, id, () => beginGivingBack(asked))
    // Nothing was sent: what could have been is in the journal.
    if (!begun.ok) return { end: 'refused', how: null, detail: begun.error.message }
    const action = isOpen(take(id))
      ? await new Promise<ActionRecord>((resolve) => waiting.set(id, resolve))
      : take(id)
    waiting.delete(id)
    const end = action.state === 'done' || action.state === 'refused' ? action.state : 'unresolved'
    return { end, how: action.kind === 'void' ? 'void' : 'refund', detail: action.detail }
  }

  const isInHand = (intentId: string): boolean =>
    unsaved.has(intentId) ||
    [...records.values()].some((action) => isOpen(action) && action.intent_id === intentId)

  function twin(request: string): string | null {
    const same = [...records.values()].find(
      ({ id, state, started_at }) =>
        state !== 'refused' &&
        requests.get(id) === request &&
        Math.abs(now() - Date.parse(started_at)) < doubleClickMs,
    )
    return same?.id ?? null
  }

  for (const action of records.values()) if (isOpen(action)) watched(check(action.id), action.id)
  return {
    // How a return goes is shown where it was begun, unless nobody knows.
    all: () =>
      [...records.values()]
        .filter(
          (action) => !isOfReturn(action) || action.state === 'checking' || action.state === 'unresolved',
        )
        .map(shown),
    unreadable: () => unreadable,
    async acknowledgeUnreadable() {
      await journal.acknowledgeUnreadable(at())
      unreadable = 0
      options.onChange()
    },
    begin(asked, pin) {
      const request = JSON.stringify(asked)
      // One that is being begun is in no record yet.
      const before = beginning.has(asked.intent_id) ? null : twin(request)
      if (before !== null) return Promise.resolve(ok({ action_id: before }))
      if (options.isReturning(asked.intent_id)) return Promise.resolve(err(inReturn))
      const mayReturn = async (cents: number, payment: Payment | null) => {
        const otherwise = await options.givenOtherwise(asked.intent_id)
        const left = payment === null ? 0 : refundableOf(payment) - otherwise
        return otherwise > 0 && cents > left ? givenOtherwise(left) : options.mayReturn(cents, pin)
      }
      return beginAlone(asked.intent_id, request, () => prepare(asked, options.newId(), mayReturn))
    },
    giveBack(asked) {
      const answer = giving.get(asked.id) ?? giveBack(asked).finally(() => giving.delete(asked.id))
      giving.set(asked.id, answer)
      return answer
    },
    async paymentNow({ intent_id, payment_id }) {
      const found = await callService(client, 'payments.get', { params: { id: payment_id } })
      if (!found.ok) return err({ code: 'not_available', message: detailOf(found.error) })
      return beginning.has(intent_id) || isInHand(intent_id) ? err(inHand) : ok(found.value)
    },
    async dismiss(id) {
      const action = records.get(id)
      if (action === undefined) return err({ code: 'not_found', message: `there is no action ${id}` })
      if (isOpen(action)) return err({ code: 'not_now', message: 'its outcome is not known yet' })
      await journal.dismiss(id, at())
      records.delete(id)
      requests.delete(id)
      outcomes.forget(id)
      options.onChange()
      return ok(null)
    },
    printed(id, print) {
      if (records.has(id)) void change(id, { print })
    },
    stop() {
      stopped = true
    },
  }
}

/** What the last run was at when it ended: whether its request left, nobody knows. */
const asFound = (action: ActionRecord): ActionRecord => ({
  ...action,
  state: action.state === 'sending' ? 'checking' : action.state,
  print: action.print === 'printing' ? 'failed' : action.print,
})

const givenOtherwise = (left: number): CommandRefusal => ({
  code: 'given_back_otherwise',
  message: `in cash or as store credit so much went back that ${Math.max(left, 0)} cents are left`,
})
const inHand: CommandRefusal = { code: 'not_now', message: 'another action on this payment is under way' }
const lostTrack: GivenBack = {
  end: 'unresolved',
  how: null,
  detail: 'What became of it was lost with a line of the journal.',
}
const inReturn: CommandRefusal = {
  code: 'not_now',
  message: 'this payment belongs to a return that is not done',
}
const inSale: CommandRefusal = {
  code: 'not_now',
  message: 'this payment belongs to a sale or a bill that is not done',
}
