import type { ActionRecord, Outcome } from './action-record.ts'

/** Consecutive look-ups that the service may refuse before a person has to find out. */
const refusalsToGiveUp = 10

type FinalState = 'done' | 'refused' | 'unresolved'

/** What the outcome of a request or look-up changes; `end` is null while the action must be looked up again. */
export function afterOutcome(
  { tries, refusals, refund_id }: Pick<ActionRecord, 'tries' | 'refusals' | 'refund_id'>,
  outcome: Outcome,
): { readonly end: FinalState | null; readonly changes: Partial<ActionRecord> } {
  const looked = { tries: tries + 1 }
  switch (outcome.kind) {
    case 'done':
      return { end: 'done', changes: { refund_id: outcome.refund_id, detail: '' } }
    case 'refused':
      return { end: 'refused', changes: { detail: outcome.detail } }
    case 'unknown':
      return {
        end: null,
        changes: { ...looked, detail: outcome.detail, refund_id: outcome.refund_id ?? refund_id },
      }
    case 'absent':
      return { end: null, changes: { ...looked, refusals: 0 } }
    case 'withheld':
      return refusals + 1 >= refusalsToGiveUp
        ? { end: 'unresolved', changes: { detail: outcome.detail } }
        : { end: null, changes: { ...looked, detail: outcome.detail, refusals: refusals + 1 } }
  }
}
