import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { PosHandlers } from './command-answerer.ts'

/** What may be asked of the scanner and the pole display. */
export const peripheralHandlers = ({
  peripherals,
}: {
  readonly peripherals: Pick<PeripheralArea, 'service'>
}): Pick<PosHandlers, PosCommandName & `peripherals.${string}`> => ({
  'peripherals.list': async () => (await peripherals.service()).list(),
  'peripherals.set_up': async (payload) => (await peripherals.service()).setUp(payload),
})
