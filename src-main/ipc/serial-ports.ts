import { realpath } from 'node:fs/promises'
import { peripheralKinds } from '../../src-shared/pos/peripherals/peripheral-choices.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { InstallerArea } from '../staff/installer-area.ts'

/** The use of a serial port. For a printer its id, or null while it is a new one. */
export type PortUse = 'terminal' | 'scanner' | 'pole_display' | { readonly printer: string | null }

/** Refuses a port that is used for something else: whichever opened it first would block the other. */
export type CheckPort = (path: string, use: PortUse) => Promise<Result<null, CommandRefusal>>

export function checkPorts(context: {
  readonly areas: { readonly installer: Pick<InstallerArea, 'devices'> }
  readonly printing: Pick<PrintingArea, 'service'>
  readonly peripherals: Pick<PeripheralArea, 'service'>
}): CheckPort {
  async function used(): Promise<readonly { readonly path: string; readonly use: PortUse }[]> {
    // A terminal must not depend on a printer's settings, which may be unreadable.
    const [devices, printers, kept] = await Promise.all([
      context.areas.installer.devices(),
      context.printing.service().then(
        (service) => service.list(),
        () => null,
      ),
      context.peripherals.service().then(
        (service) => service.list(),
        () => null,
      ),
    ])
    return [
      ...devices.carried().map((path) => ({ path, use: 'terminal' as const })),
      ...peripheralKinds.flatMap((use) => {
        const port = kept?.ok ? kept.value[use].port : null
        return port === null ? [] : [{ path: port.path, use }]
      }),
      ...(printers?.ok ? printers.value.printers : []).flatMap(({ id, address }) =>
        address.kind === 'serial' ? [{ path: address.path, use: { printer: id } }] : [],
      ),
    ]
  }

  return async (path, use) => {
    const port = await portAt(path)
    for (const other of await used()) {
      if (isSameUse(other.use, use) || (await portAt(other.path)) !== port) continue
      const what = typeof other.use === 'string' ? other.use : 'printer'
      return refuse('port_taken', `path: ${path} is used by the ${what}`)
    }
    return ok(null)
  }
}

const isSameUse = (one: PortUse, other: PortUse): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.printer === other.printer

/** A port may have two names: those below /dev/serial/by-id, and on Windows com3 and \\.\COM3. */
const portAt = async (path: string): Promise<string> =>
  /^(?:\\\\\.\\)?(com\d+)$/i.exec(path)?.[1]?.toUpperCase() ?? realpath(path).catch(() => path)
