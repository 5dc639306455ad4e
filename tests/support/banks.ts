import type { OpenBank } from '../unit/service/intents/payments-harness.ts'
import { harshBank } from './harsh-bank.ts'

/**
 * Each of the sandbox's banks on a reliable connection, opened anew for each test; undefined: the harness's default.
 */
export const bothBanks: readonly (readonly [name: string, open: () => OpenBank | undefined])[] = [
  ['sandbox', () => undefined],
  ['harsh', () => harshBank(() => ({ kind: 'none' })).openBank],
]
