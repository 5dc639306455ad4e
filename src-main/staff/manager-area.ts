import { stat } from 'node:fs/promises'
import type { ManagerAction } from '../../src-shared/pos/manager.ts'
import { closedStaffAreas } from '../../src-shared/pos/snapshot.ts'
import type { ManagerService } from '../manager/manager-service.ts'
import type { StaffArea, StaffAreaOptions } from './staff-areas.ts'

/** Where the manager looks payments up. Actions whose outcome nobody knows are looked into from the start on. */
export function createManagerArea(options: StaffAreaOptions): StaffArea<ManagerService> {
  const { snapshot, staff, audit, paths, service, counters } = options
  let account: string | null = null
  let opening: Promise<ManagerService> | null = null
  let desk: ManagerService | null = null

  /**
   * What is in the area is shown to nobody who has not entered it; but that nobody knows whether a refund arrived is
   * everybody's business, lest somebody give the money back in another way.
   */
  function show(): void {
    const { actions } = desk?.status() ?? closedStaffAreas.manager
    const isHere = staff.status().role === 'manager'
    snapshot.update({ manager: { actions: isHere ? actions : actions.flatMap(unknownOutcome) } })
  }

  async function open(accountId: string): Promise<ManagerService> {
    const { openManagerService } = await import('../manager/manager-service.ts')
    desk = await openManagerService({
      journal: paths.managerActions(accountId),
      client: () => service.link()?.client ?? null,
      counter: counters.present,
      merchantName: () => snapshot.present().merchant_name,
      onStatus: show,
      onEnd: ({ id, kind, intent_id, amount, state }) =>
        audit.add({
          role: 'manager',
          command: 'payments.act',
          about: { action_id: id, kind, intent_id, amount },
          outcome: state,
        }),
      newActionId: options.newActionId,
      now: Date.now,
      log: options.log,
    })
    show()
    return desk
  }

  const enter = async (): Promise<ManagerService | null> => {
    if (account === null) return null
    opening ??= open(account).catch((error: unknown) => {
      // Such as a full disk: whoever comes next tries again.
      opening = null
      throw error
    })
    return opening
  }

  staff.onChange(show)
  return {
    desk: enter,
    async opened({ accountId }) {
      account ??= accountId
      const { size } = await stat(paths.managerActions(account)).catch(() => ({ size: 0 }))
      if (size > 0) await enter()
    },
    async stop() {
      await opening?.catch(() => null)
      await desk?.stop()
    },
  }
}

/** What the bar above every screen says of it, and no more. */
const unknownOutcome = (action: ManagerAction): ManagerAction[] =>
  action.state === 'checking' || action.state === 'unresolved'
    ? [{ ...action, detail: '', receipt: null }]
    : []
