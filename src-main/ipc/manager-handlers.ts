import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { err } from '../../src-shared/result.ts'
import type { ManagerService } from '../manager/manager-service.ts'
import type { PosHandlers } from './command-answerer.ts'

type ManagerHandlers = Pick<PosHandlers, PosCommandName & `payments.${string}`>

/** What the manager's page may ask. Whether a manager stands there is checked before. */
export function managerHandlers(manager: () => Promise<ManagerService | null>): ManagerHandlers {
  const atDesk =
    <Payload, Answer>(ask: (desk: ManagerService, payload: Payload) => Promise<Answer>) =>
    async (payload: Payload) => {
      const desk = await manager()
      return desk === null ? notUp : ask(desk, payload)
    }
  return {
    'payments.search': atDesk((desk, payload) => desk.search(payload)),
    'payments.open': atDesk((desk, payload) => desk.open(payload)),
    'payments.act': atDesk((desk, payload) => desk.act(payload)),
    'payments.print': atDesk((desk, payload) => desk.print(payload)),
    'payments.dismiss': atDesk((desk, payload) => desk.dismiss(payload)),
  }
}

const notUp = err({ code: 'not_available', message: 'the service is not up yet' } as const)
