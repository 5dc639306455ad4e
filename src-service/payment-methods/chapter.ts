import type { paymentMethodOperations } from '../../src-shared/api/operations/payment-methods.ts'
import type { Chapter, Services } from '../services.ts'
import { createToken } from './create-token.ts'
import { startPurgingCodes } from './purge-codes.ts'

/** Section 4.2: payment methods, and the tokens of the browser SDK. */
export function createPaymentMethods(services: Services): Chapter<keyof typeof paymentMethodOperations> {
  let stopPurging: (() => Promise<void>) | null = null
  return {
    async start() {
      stopPurging = startPurgingCodes(services)
    },
    async stop() {
      await stopPurging?.()
    },
    handlers: {
      'tokens.create': ({ caller, body }) => createToken(services, caller, body),
    },
  }
}
