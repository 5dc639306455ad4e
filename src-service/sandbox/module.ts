import type { sandboxOperations } from '../../src-shared/api/operations/sandbox.ts'
import { ok } from '../../src-shared/result.ts'
import { takeAccountUpdate } from '../payment-methods/account-updater.ts'
import type { ServiceModule } from '../services.ts'
import type { TerminalContext } from '../terminals/terminal-context.ts'
import { isoTime } from '../time/clock.ts'
import { startPasses } from '../time/passes.ts'
import { createSettlementClosing } from './close-settlement.ts'
import { createMoneyOperations } from './money-operations.ts'
import { createSandboxTime, type SandboxTime } from './sandbox-time.ts'
import { createVirtualTerminals } from './virtual-terminals.ts'

/** How often a node checks whether another node has moved the time, in ms. */
const followEveryMs = 1_000

/** Operations of a sandbox only: plug in virtual terminals, move the time, and simulate bank and gateway. */
export function sandboxModule(
  context: TerminalContext,
  time: SandboxTime = createSandboxTime(context),
): ServiceModule<keyof typeof sandboxOperations> {
  const virtual = createVirtualTerminals(context)
  const closing = createSettlementClosing(context)
  let stopFollowing = async () => {}
  return {
    async start() {
      if (!context.store.shared) return
      const passes = { everyMs: followEveryMs, failed: 'sandbox.time_not_followed' }
      stopFollowing = startPasses(context, passes, time.catchUp)
    },
    quiesce: closing.stop,
    async stop() {
      // Also waits for a run whose client has disconnected: the server does not.
      await closing.stop()
      await stopFollowing()
      virtual.unplugAll()
    },
    handlers: {
      ...createMoneyOperations(context, closing),
      'sandbox.virtual_terminals.create': ({ caller, body: { hsn, ...behaviour } }) =>
        virtual.plug(caller, hsn, behaviour),
      'sandbox.virtual_terminals.update': ({ caller, params: { hsn }, body }) =>
        virtual.change(caller, hsn, body),
      'sandbox.virtual_terminals.get': ({ caller, params: { hsn } }) => virtual.show(caller, hsn),
      'sandbox.virtual_terminals.delete': async ({ caller, params: { hsn } }) => {
        const unplugged = await virtual.unplug(caller, hsn)
        return unplugged.ok ? ok({ success: true }) : unplugged
      },
      'sandbox.payment_methods.account_update': ({ caller, params, body }) =>
        takeAccountUpdate(context, caller, params.id, body.update),
      'sandbox.clock.advance': async ({ body: { seconds } }) => {
        await time.advance(seconds * 1000)
        return ok({ now: isoTime(context.clock.now()) })
      },
    },
  }
}
