import type { Services } from '../services.ts'

/** What moving money needs of the service. */
export type PaymentServices = Pick<
  Services,
  'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'vault' | 'inFlight' | 'log'
>
