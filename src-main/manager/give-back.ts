import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { type CommandRefusal, notAsked, partGivenBack } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ActionRuns } from './action-runs.ts'
import type { ActionRequest } from './plan-action.ts'

export interface GiveBack {
  /** The action's name: `actionOfReturn` of the request. */
  readonly id: string
  readonly intent_id: string
  readonly payment_id: string
  /** Cents. */
  readonly amount: number
  /** Whether it is all that the card paid: then voided where that is still possible. */
  readonly whole: boolean
  /** Whether it may only be voided, never refunded. */
  readonly void_only: boolean
  /** Refused unless exactly this had gone back of the payment before, in cents; null: not checked. */
  readonly given_back: number | null
  /** It is not known whether it was sent: it is looked up, and never begun. */
  readonly look_only: boolean
}

export interface GivenBack {
  /** `refused`: it certainly did not happen. `unresolved`: the service refuses to report it. */
  readonly end: 'done' | 'refused' | 'unresolved'
  readonly how: 'void' | 'refund' | null
  readonly detail: string
}

/** The action of a return at the counter has the name of its request, and is shown in the return. */
export const actionOfReturn = (request: string): string => `act_${request}`
export const isOfReturn = ({ id }: Pick<ManagerAction, 'id'>): boolean =>
  id.startsWith(actionOfReturn('ret_'))

type Begun = Result<{ readonly action_id: string }, CommandRefusal>

/** How the manager's actions begin one. */
interface Beginning {
  readonly runs: Pick<ActionRuns, 'find' | 'ended'>
  /** Plans an action under this name, and begins it unless `mayReturn` refuses. */
  readonly prepare: (
    asked: ActionRequest,
    id: string,
    mayReturn: (cents: number, payment: Payment | null) => Promise<CommandRefusal | null>,
  ) => Promise<Begun>
  /** Runs the task if nothing else is done to this intent. */
  readonly beginAlone: (intentId: string, asked: string, task: () => Promise<Begun>) => Promise<Begun>
}

/** Gives money back for a return: the same name is the same refund, however often it is requested. */
export function createGiveBack({ runs, prepare, beginAlone }: Beginning) {
  const giving = new Map<string, Promise<GivenBack>>()

  /** Voids what was paid as a whole, where that is still possible; else refunds. */
  async function begin({
    id,
    whole,
    void_only,
    given_back,
    look_only: _look,
    ...asked
  }: GiveBack): Promise<Begun> {
    const approved = async (_cents: number, payment: Payment | null) =>
      given_back === null || payment?.amount_refunded === given_back ? null : givenBackBesides
    const voided = { ...asked, kind: 'void', amount: null } as const
    const asVoid = whole ? await prepare(voided, id, approved) : err(inHand)
    if (asVoid.ok || void_only || (whole && asVoid.error.code !== 'not_now')) return asVoid
    return prepare({ ...asked, kind: 'refund' }, id, approved)
  }

  async function giveBack(asked: GiveBack): Promise<GivenBack> {
    const { id } = asked
    if (asked.look_only && runs.find(id) === undefined) return lostTrack
    const begun = runs.find(id) ? ok(null) : await beginAlone(asked.intent_id, id, () => begin(asked))
    // Nothing was sent: whatever may have been sent is in the journal.
    if (!begun.ok) {
      const { code, message } = begun.error
      return { end: 'refused', how: null, detail: code === notAsked ? notAsked : message }
    }
    const action = await runs.ended(id)
    const end = action.state === 'done' || action.state === 'refused' ? action.state : 'unresolved'
    return { end, how: action.kind === 'void' ? 'void' : 'refund', detail: action.detail }
  }

  return (asked: GiveBack): Promise<GivenBack> => {
    const answer = giving.get(asked.id) ?? giveBack(asked).finally(() => giving.delete(asked.id))
    giving.set(asked.id, answer)
    return answer
  }
}

export const inHand: CommandRefusal = {
  code: 'not_now',
  message: 'another action on this payment is under way',
}
const givenBackBesides: CommandRefusal = { code: 'part_given_back', message: partGivenBack }
const lostTrack: GivenBack = {
  end: 'unresolved',
  how: null,
  detail: 'Its outcome was lost with a line of the journal.',
}
