import { defaultCardNumber } from '../cards/test-cards.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** The customer does everything that is asked, with a card that is approved. No tip unless told. */
export const approve: Script = {
  summary: 'Inserts a Visa that is approved, signs, takes the receipt',
  customer: {
    card: defaultCardNumber,
    wear: 'as new',
    entry: 'insert',
    tip: 0,
    pin: '1234',
    application: 'debit',
  },
  answer: cooperate,
}
