import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Devices } from '../devices/devices.ts'
import type { InstallerService } from '../installer/installer-service.ts'
import type { PosHandlers } from './command-answerer.ts'

type InstallerHandlers = Pick<PosHandlers, PosCommandName & `${'terminals' | 'devices'}.${string}`>

/** What the installer's page may ask. Whether an installer stands there is checked before. */
export function installerHandlers(
  installer: () => Promise<InstallerService | null>,
  devices: () => Promise<Devices>,
): InstallerHandlers {
  const atDesk =
    <Payload, Answer>(ask: (desk: InstallerService, payload: Payload) => Answer | Promise<Answer>) =>
    async (payload: Payload) => {
      const desk = await installer()
      return desk === null ? notUp : ask(desk, payload)
    }
  return {
    'terminals.list': atDesk((desk) => desk.list()),
    'terminals.pair': atDesk((desk, payload) => desk.pair(payload)),
    'terminals.stop_pairing': atDesk((desk) => {
      desk.stopPairing()
      return ok(null)
    }),
    'terminals.use': atDesk((desk, payload) => desk.use(payload)),
    'terminals.try': atDesk((desk, payload) => desk.try(payload)),
    'terminals.stop_try': atDesk((desk, payload) => desk.stopTry(payload)),
    'terminals.add_virtual': atDesk((desk, payload) => desk.addVirtual(payload)),
    'terminals.remove_virtual': atDesk((desk, payload) => desk.removeVirtual(payload)),
    'devices.carry': async ({ path, carried }) => {
      await (await devices()).carry(path, carried)
      return ok(null)
    },
  }
}

const notUp = err({ code: 'not_available', message: 'the service is not up yet' } as const)
