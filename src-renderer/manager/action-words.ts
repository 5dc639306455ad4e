import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'

/** States of an action are keys of `action.*` in the language files. Sending and checking are under way. */
export const isUnderWay = ({ state }: ManagerAction): boolean => state === 'sending' || state === 'checking'

export const actionTone = ({ state }: ManagerAction): 'calm' | 'good' | 'wait' | 'bad' => {
  switch (state) {
    case 'sending':
      return 'calm'
    case 'done':
      return 'good'
    case 'refused':
      return 'bad'
    case 'checking':
    case 'unresolved':
      return 'wait'
  }
}

/** Text key of an action. Cancelling an unpaid sale shows no amount. */
export const actionWords = ({ kind, amount }: ManagerAction): ManagerAction['kind'] | 'cancel_unpaid' =>
  kind === 'cancel' && amount === 0 ? 'cancel_unpaid' : kind

/** The latest action on a payment that was not dismissed. */
export const actionOn = (actions: readonly ManagerAction[], intentId: string): ManagerAction | null =>
  actions
    .filter((action) => action.intent_id === intentId)
    .reduce<ManagerAction | null>(
      (latest, action) => (latest === null || action.started_at >= latest.started_at ? action : latest),
      null,
    )
