import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** include_pin is refused before the card. */
export const noPinPad: Script = {
  ...approve,
  summary: 'Pays on a terminal without a PIN pad',
  hardware: { pin_pad: false },
}
