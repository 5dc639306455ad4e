import { sdkOf } from './sdk.ts'

// countertop.mjs, the module.
export const { createPaymentElement } = sdkOf(import.meta.url)
