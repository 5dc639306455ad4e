import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { DiagnosticResult } from '../../src-shared/pos/terminals/installer.ts'
import { ok } from '../../src-shared/result.ts'
import type { InstallerTools } from '../installer/tools.ts'
import type { Log } from '../log.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CheckPort } from './serial-ports.ts'

type InstallerHandlers = Pick<PosHandlers, PosCommandName & `${'terminals' | 'devices'}.${string}`>

/** The commands of the installer's page. The caller has checked that an installer is signed in. */
export function installerHandlers(
  { installer }: Pick<StaffAreas, 'installer'>,
  tools: () => Promise<Pick<InstallerTools, 'setup'>>,
  checkPort: CheckPort,
  log: Pick<Log, 'error'>,
): InstallerHandlers {
  const ask = asking(() => installer.service())
  /** A result that cannot be saved is still shown: that of a test sale shows whether the money has gone back. */
  async function keep(tried: DiagnosticResult): Promise<void> {
    try {
      await (await tools()).setup.tried(tried)
    } catch (error) {
      log.error({ err: error, operation: tried.operation }, 'setup.not_kept')
    }
  }
  return {
    'terminals.list': ask((service) => service.list()),
    'terminals.pair': ask((service, payload) => service.pair(payload)),
    'terminals.rename': ask((service, payload) => service.rename(payload)),
    'terminals.release': ask((service, payload) => service.release(payload)),
    'terminals.stop_pairing': ask((service) => {
      service.stopPairing()
      return ok(null)
    }),
    'terminals.use': ask((service, payload) => service.use(payload)),
    'terminals.try': ask(async (service, payload) => {
      const result = await service.try(payload)
      if (result.ok) await keep(result.value)
      return result
    }),
    'terminals.stop_try': ask((service, payload) => service.stopTry(payload)),
    'terminals.add_virtual': ask((service, payload) => service.addVirtual(payload)),
    'terminals.remove_virtual': ask((service, payload) => service.removeVirtual(payload)),
    'devices.carry': async ({ path, carried }) => {
      const free = carried ? await checkPort(path, 'terminal') : ok(null)
      if (free.ok) await (await installer.devices()).carry(path, carried)
      return free
    },
  }
}
