import { ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'

/** The cash drawer: opening it is all that it can do. It closes by hand, and reports nothing. */
export interface Drawer {
  open(): Promise<Result<null, string>>
}

/** No drawer is connected to this counter: what would open one is in the log, and the cashier opens theirs by key. */
export const loggedDrawer = (log: Log): Drawer => ({
  async open() {
    log.info({ drawer: 'none' }, 'cash.drawer_opened')
    return ok(null)
  },
})
