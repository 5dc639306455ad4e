import type { ShownLink } from '../../src-shared/pos/payment-link.ts'

export const link: ShownLink = {
  id: 'link_01jd7k3v8m2n4p5q6r7s8t9vwx',
  amount: 4200,
  currency: 'USD',
  note: '',
  order: null,
  bill: null,
  receiver: { kind: 'sms', phone_number: '+12075550134' },
  made_at: '2026-11-21T14:05:30.000Z',
  state: 'open',
  session_id: 'cs_01jd7k3v9a2b3c4d5e6f7g8h9j',
  paid: null,
  delivery: 'sent',
  withdrawing: false,
  creations: 1,
  url: 'https://pay.example.com/checkout/cs_01jd7k3v9a2b3c4d5e6f7g8h9j#4Vq9sC1mXo2Jt7yLw8Rk3Q',
}
export const links: readonly ShownLink[] = [
  link,
  { ...link, id: 'link_2', delivery: 'failed', receiver: { kind: 'email', address: 'name@example.com' } },
  { ...link, id: 'link_3', state: 'paid', paid: link.amount, url: null },
  { ...link, id: 'link_4', state: 'paid', paid: 500, url: null },
]
