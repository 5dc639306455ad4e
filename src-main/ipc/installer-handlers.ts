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

/** What the installer's page may ask. Whether an installer is signed in is checked before. */
export function installerHandlers(
  { installer }: Pick<StaffAreas, 'installer'>,
  tools: () => Promise<Pick<InstallerTools, 'setup'>>,
  checkPort: CheckPort,
  log: Pick<Log, 'error'>,
): InstallerHandlers {
  const ask = asking(() => installer.service())
  /** Where it cannot be kept, it is shown all the same: of a test sale it says whether the money has gone back. */
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
