import type {
  CheckoutCollected,
  CheckoutPage,
  PayCheckoutPageBody,
} from '../../src-shared/api/schemas/checkout-page.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure, sending } from '../components/ask-service.ts'
import type { PaymentDetails } from '../components/payment-details.ts'
import type { PageAddress } from './page-address.ts'

/** The page's requests to the service, always on its own origin. Does not throw. */
export interface PageApi {
  load(): Promise<Result<CheckoutPage, PageFailure>>
  collect(details: PaymentDetails): Promise<Result<CheckoutCollected, PageFailure>>
  /** @param key the same for each repeat of one payment, so that it is made once */
  pay(body: PayCheckoutPageBody, key: string): Promise<Result<CheckoutPage, PageFailure>>
}

/** Timeouts in ms. A bank may take half a minute to answer. */
const limits = { load: 10_000, collect: 45_000, pay: 45_000 } as const

export function createPageApi({ id, clientSecret }: PageAddress): PageApi {
  // Relative to /checkout/{id}: a proxy may mount the service below a path of its own.
  const base = `../checkout_pages/${encodeURIComponent(id)}`
  const headers = { 'x-client-secret': clientSecret }
  return {
    load: () => askService(base, { headers }, limits.load),
    collect: (details) => askService(`${base}/collect`, sending('POST', headers, details), limits.collect),
    pay: (body, key) =>
      askService(`${base}/pay`, sending('POST', { ...headers, 'x-idempotency-key': key }, body), limits.pay),
  }
}
