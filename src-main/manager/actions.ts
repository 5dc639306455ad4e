import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { isOpen, shown } from './action-record.ts'
import { type ActionRunOptions, startActionRuns } from './action-runs.ts'
import { createGiveBack, type GiveBack, type GivenBack, inHand, isOfReturn } from './give-back.ts'
import { loadIntentHistory } from './intent-history.ts'
import { type ActionRequest, planAction } from './plan-action.ts'

/**
 * The durable shell around the manager's actions: journal, request, outcome. A request without an answer is looked up
 * until its outcome is known. It is sent again only with its own key, while the service still keeps its saved answer,
 * and never when a look-up has shown that it happened.
 */
export interface ManagerActions {
  all(): readonly ManagerAction[]
  /** Unreadable lines of the journal whose payments are not known. */
  unreadable(): number
  /** Records that a person knows of them. */
  acknowledgeUnreadable(): Promise<void>
  /** @param pin typed for this action; null when none was */
  begin(
    asked: ActionRequest,
    pin: string | null,
  ): Promise<Result<{ readonly action_id: string }, CommandRefusal>>
  /**
   * Gives money back under a name chosen by the caller, who has the approval: the same name is the same refund, also
   * after a kill. Resolves when the outcome is known.
   */
  giveBack(asked: GiveBack): Promise<GivenBack>
  /** The payment's present state at the service, unless an action under way may change it. */
  paymentNow(of: Pick<GiveBack, 'intent_id' | 'payment_id'>): Promise<Result<Payment, CommandRefusal>>
  dismiss(id: string): Promise<Result<null, CommandRefusal>>
  printed(id: string, print: ManagerAction['print']): void
  /** Open actions continue from the journal at the next start. */
  stop(): void
}

export interface ActionOptions extends ActionRunOptions {
  /** Whether the counter's sale uses this intent: its bill would not include what is done to it elsewhere. */
  readonly isInSale: (intentId: string) => boolean
  /** Whether a return at the counter gives this intent back, or is deciding how to. */
  readonly isReturning: (intentId: string) => boolean
  /** Cents paid by this intent's card and given back in another way at the counter. */
  readonly givenOtherwise: (intentId: string) => Promise<number>
  /** Why `cents` may not go back; null when they may. */
  readonly mayReturn: (cents: number, pin: string | null) => Promise<CommandRefusal | null>
  /** The signed-in person; null where there is none. */
  readonly person: () => string | null
  readonly newId: () => string
}

/** The same request within this time, in ms, is taken for a double click. */
const doubleClickMs = 3_000

export function startManagerActions(options: ActionOptions): ManagerActions {
  const { client, journal, now } = options
  const runs = startActionRuns(options)
  /** Requests being begun, by intent. No other action on the intent may begin meanwhile, from whichever caller. */
  const beginning = new Map<string, { asked: string; answer: ReturnType<ManagerActions['begin']> }>()
  /** The request of each action of this run, as JSON. */
  const requests = new Map<string, string>()
  let unreadable = journal.unreadable
  let stopped = false

  const at = () => new Date(now()).toISOString()

  async function prepare(
    asked: ActionRequest,
    newId: string,
    mayReturn: (cents: number, payment: Payment | null) => Promise<CommandRefusal | null>,
  ): ReturnType<ManagerActions['begin']> {
    const payment_id = asked.payment_id
    const person_id = options.person()
    const history = await loadIntentHistory(client, { intent_id: asked.intent_id, payment_id })
    if (!history.ok) return err(serviceRefusal(history.error))
    const service_time = client()?.serviceTime?.() ?? null
    const plan = planAction(asked, history.value, { id: newId, at: at(), service_time, person_id })
    if (!plan.ok) return plan
    const returns = asked.kind === 'refund' || asked.kind === 'void'
    const payment = history.value.payments.find((one) => one.id === plan.value.payment_id) ?? null
    const refused = returns ? await mayReturn(plan.value.amount, payment) : null
    if (refused !== null) return err(refused)
    if (stopped || options.isInSale(asked.intent_id)) return err(inSale)
    const { id } = plan.value
    requests.set(id, JSON.stringify(asked))
    if (await runs.begin(plan.value, payment)) return ok({ action_id: id })
    requests.delete(id)
    return refuse('failed', 'the journal could not be written, so nothing was sent')
  }

  /** The only way to begin an action. @param asked identical text means the identical request */
  function beginAlone(
    intentId: string,
    asked: string,
    task: () => ReturnType<ManagerActions['begin']>,
  ): ReturnType<ManagerActions['begin']> {
    const other = beginning.get(intentId)
    if (other !== undefined) return other.asked === asked ? other.answer : Promise.resolve(err(inHand))
    if (runs.isInHand(intentId)) return Promise.resolve(err(inHand))
    if (options.isInSale(intentId)) return Promise.resolve(err(inSale))
    const answer = task().finally(() => beginning.delete(intentId))
    beginning.set(intentId, { asked, answer })
    return answer
  }

  function twin(request: string): string | null {
    const same = runs
      .all()
      .find(
        ({ id, state, started_at }) =>
          state !== 'refused' &&
          requests.get(id) === request &&
          Math.abs(now() - Date.parse(started_at)) < doubleClickMs,
      )
    return same?.id ?? null
  }

  return {
    // The action of a return is shown in the return, except while its outcome is unknown.
    all: () =>
      runs
        .all()
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
      // An action that is being begun has no record yet.
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
    giveBack: createGiveBack({ runs, prepare, beginAlone }),
    async paymentNow({ intent_id, payment_id }) {
      const found = await callService(client, 'payments.get', { params: { id: payment_id } })
      if (!found.ok) return err(serviceRefusal(found.error))
      return beginning.has(intent_id) || runs.isInHand(intent_id) ? err(inHand) : ok(found.value)
    },
    async dismiss(id) {
      const action = runs.find(id)
      if (action === undefined) return refuse('not_found', `there is no action ${id}`)
      if (isOpen(action)) return refuse('not_now', 'its outcome is not known yet')
      await runs.dismiss(id)
      requests.delete(id)
      return ok(null)
    },
    printed(id, print) {
      if (runs.find(id) !== undefined) void runs.change(id, { print })
    },
    stop() {
      stopped = true
      runs.stop()
    },
  }
}

const givenOtherwise = (left: number): CommandRefusal => ({
  code: 'given_back_otherwise',
  message: `after what went back in cash or as store credit, ${Math.max(left, 0)} cents are left`,
})
const inReturn: CommandRefusal = {
  code: 'not_now',
  message: 'this payment belongs to a return that is not done',
}
const inSale: CommandRefusal = {
  code: 'not_now',
  message: 'this payment belongs to a sale or a bill that is not done',
}
