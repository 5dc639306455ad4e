import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A terminal without a signature pad: read_signature is refused as unsupported (terminal code 700). */
export const noSignature: Script = {
  ...approve,
  summary: 'Pays on a terminal that takes no signatures',
  hardware: { signature: false },
}
