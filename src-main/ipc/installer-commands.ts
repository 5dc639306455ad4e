import type { installerCommands } from '../../src-shared/pos/installer.ts'
import { err } from '../../src-shared/result.ts'
import type { PosHandlers } from './answerer.ts'

type InstallerHandlers = Pick<PosHandlers, keyof typeof installerCommands>

export const installerHandlers = (): InstallerHandlers => ({
  'terminals.list': notYet,
  'terminals.pair': notYet,
  'terminals.stop_pairing': notYet,
  'terminals.use': notYet,
  'terminals.try': notYet,
  'terminals.stop_try': notYet,
  'terminals.add_virtual': notYet,
  'terminals.remove_virtual': notYet,
})

const notYet = () => err({ code: 'not_available', message: 'this part of main is not built yet' } as const)
