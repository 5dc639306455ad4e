import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { DrawerService } from '../cash/drawer-service.ts'
import type { Counter } from '../counter.ts'
import type { PosHandlers } from './command-answerer.ts'

type DrawerHandlers = Pick<PosHandlers, PosCommandName & `drawer.${string}`>

/** What may be asked of the drawer, once it is known whose counter this is. */
export function drawerHandlers({ counter }: { readonly counter: () => Counter | null }): DrawerHandlers {
  const ask =
    <Payload, Value>(
      act: (drawer: DrawerService, payload: Payload) => Promise<Result<Value, CommandRefusal>>,
    ) =>
    async (payload: Payload): Promise<Result<Value, CommandRefusal>> => {
      const drawer = counter()?.drawer
      return drawer === undefined
        ? err({ code: 'not_available', message: 'the service is not up yet' })
        : act(drawer, payload)
    }
  return {
    'drawer.open_shift': ask((drawer, payload) => drawer.openShift(payload)),
    'drawer.no_sale': ask((drawer, payload) => drawer.noSale(payload)),
    'drawer.take_out': ask((drawer, payload) => drawer.takeOut(payload)),
    'drawer.close_shift': ask((drawer, payload) => drawer.closeShift(payload)),
  }
}
