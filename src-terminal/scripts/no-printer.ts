import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** print_receipt is refused as unsupported (terminal code 800). */
export const noPrinter: Script = {
  ...approve,
  summary: 'Pays on a terminal without a printer',
  hardware: { printer: false },
}
