import { stat } from 'node:fs/promises'
import { closedStaffAreas } from '../../src-shared/pos/at-start.ts'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { shopOf } from '../../src-shared/receipt/shop-of.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { ManagerService } from '../manager/manager-service.ts'
import type { StaffArea, StaffAreaContext } from './staff-area.ts'

/** The manager's work with payments. Actions with an unknown outcome are looked up from the start on. */
export function createManagerArea(context: StaffAreaContext): StaffArea<ManagerService> {
  const { snapshot, staff, audit, paths, service, counters } = context
  let account: string | null = null
  let manager: ManagerService | null = null

  /**
   * Only the manager sees the actions. Everybody sees that the outcome of a refund is unknown; otherwise somebody might
   * give the money back in another way.
   */
  function publish(): void {
    const { manager: closed } = closedStaffAreas
    const status = manager?.status() ?? closed
    const isManager = staff.status().rights.includes('see_payments')
    snapshot.update({
      manager: isManager ? status : { ...closed, actions: status.actions.flatMap(unknownOutcome) },
    })
  }

  const opening = openLazily(async (accountId: string): Promise<ManagerService> => {
    const { openManagerService } = await import('../manager/manager-service.ts')
    manager = await openManagerService({
      journal: paths.managerActions(accountId),
      notes: paths.managerNotes(accountId),
      searches: paths.savedSearches(accountId),
      accountId,
      author: () => staff.status().people?.present?.name ?? null,
      client: () => service.access()?.client ?? null,
      counter: counters.present,
      shop: () => shopOf(snapshot.present()),
      mayReturn: staff.mayReturn,
      person: staff.personId,
      onStatus: publish,
      onEnd: ({ id, kind, intent_id, amount, reason, state, person_id }) =>
        audit.add({
          role: 'manager',
          person_id: person_id ?? null,
          command: 'payments.act',
          about: { action_id: id, kind, intent_id, amount, ...(reason === '' ? {} : { reason }) },
          outcome: state,
        }),
      newActionId: context.newActionId,
      now: Date.now,
      log: context.log,
    })
    publish()
    return manager
  })

  staff.onChange(publish)
  return {
    async service() {
      // Available as soon as the service is up, while the counter may still be opening.
      account ??= service.access()?.accountId ?? null
      return account === null ? null : opening.open(account)
    },
    async resume({ accountId }) {
      account ??= accountId
      const { size } = await stat(paths.managerActions(account)).catch(() => ({ size: 0 }))
      if (size > 0) await opening.open(account)
    },
    async stop() {
      await (await opening.settled())?.stop()
    },
  }
}

/** Only the part of an action that the bar above every screen shows. */
const unknownOutcome = (action: ManagerAction): ManagerAction[] =>
  action.state === 'checking' || action.state === 'unresolved'
    ? [{ ...action, detail: '', receipt: null }]
    : []
