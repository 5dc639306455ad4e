import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** A digital wallet: no limit, no PIN, no signature. */
export const phone: Script = {
  ...approve,
  summary: 'Pays with a phone, which has verified its owner',
  customer: { ...approve.customer, entry: 'phone' },
}
