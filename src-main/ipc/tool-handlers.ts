import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { InstallerTools } from '../installer/tools.ts'
import type { PosHandlers } from './command-answerer.ts'

type ToolHandlers = Pick<PosHandlers, PosCommandName & `${'health' | 'setup'}.${string}`>

/** The installer's commands besides those on terminals. */
export const toolHandlers = (open: () => Promise<InstallerTools>): ToolHandlers => ({
  'health.read': async () => ok(await (await open()).health()),
  'health.network': async () => ok(await (await open()).testNetwork()),
  'health.stop_network': async () => {
    const tools = await open()
    tools.stopNetworkTest()
    return ok(null)
  },
  'health.detail': async ({ on }) => {
    const tools = await open()
    tools.detail(on)
    return ok(null)
  },
  'setup.read': async () => ok(await (await open()).setup.read()),
  'setup.mark': async ({ step, state }) => (await open()).setup.mark(step, state),
  'setup.save_report': async () => ok(await (await open()).saveReport()),
  'health.save_bundle': async () => ok(await (await open()).saveBundle()),
})
