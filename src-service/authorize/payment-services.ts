import type { Services } from '../services.ts'

/** The services needed to move money. */
export type PaymentServices = Pick<
  Services,
  'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'vault' | 'inFlight' | 'log'
>
