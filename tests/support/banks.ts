import type { OpenBank } from '../unit/service/intents/payments-harness.ts'
import { harshBank } from './harsh-bank.ts'

/** Either bank of the sandbox on a line that is good, opened anew for each test; undefined: the harness's own. */
export const bothBanks: readonly (readonly [name: string, open: () => OpenBank | undefined])[] = [
  ['sandbox', () => undefined],
  ['harsh', () => harshBank(() => ({ kind: 'none' })).openBank],
]
