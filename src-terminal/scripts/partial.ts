import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** The processor approves a part of what is asked: of 6,000.00 to 6,999.00 in whole dollars on this card, 5,000.00. */
export const partial: Script = {
  ...approve,
  summary: 'Inserts the Visa that is approved for 5,000.00 only, from 6,000.00 to 6,999.00 in whole dollars',
  customer: { ...approve.customer, card: '4111111111111111' },
}
