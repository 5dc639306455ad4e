import type { SaleFacts, SaleIn } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** What a customer must agree to before a card is charged, and the customer of the saved card. */
export function consentsOf(tipped: SaleFacts, ends_at: string) {
  const token = { payment_method_id: 'pm_01jd7k3v', brand: 'Visa', last_four: '1111', saved: false }
  const confirming: SaleIn<'confirming'> = {
    kind: 'confirming',
    sale: { ...tipped, surcharge_rule: { percent: 3, postal_code: '97204' }, token },
    surcharge: 37,
    by_cashier: false,
    cancelling: false,
    ends_at,
  }
  const customer: Snapshot['customer'] = {
    id: 'cus_01jd7k3v',
    name: 'Maria Fernanda Castellanos',
    email: 'maria.fernanda@example.com',
    phone: '+15035550142',
    locale: 'es',
    receipt: 'email',
  }
  return { confirming, customer, savedCard: { ...token, saved: true } }
}
