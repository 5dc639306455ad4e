import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CheckPort } from './serial-ports.ts'

/** The commands on the scanner and the pole display. */
export const peripheralHandlers = (
  { peripherals }: { readonly peripherals: Pick<PeripheralArea, 'service'> },
  checkPort: CheckPort,
): Pick<PosHandlers, PosCommandName & `peripherals.${string}`> => ({
  'peripherals.list': async () => (await peripherals.service()).list(),
  'peripherals.set_up': async (payload) => {
    const free = payload.port === null ? ok(null) : await checkPort(payload.port.path, payload.kind)
    return free.ok ? (await peripherals.service()).setUp(payload) : free
  },
})
