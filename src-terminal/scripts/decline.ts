import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** The same, with a card that the issuer declines (do not honor). */
export const decline: Script = {
  ...approve,
  summary: 'Inserts a Visa that is declined',
  customer: { ...approve.customer, card: '4000000000000002' },
}
