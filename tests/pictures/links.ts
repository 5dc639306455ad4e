import type { PaymentLink, ShownLink } from '../../src-shared/pos/links/payment-link.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { billsOf } from './bills.ts'

const link: ShownLink = {
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
  awaits_bank: null,
  creations: 1,
  url: 'https://pay.example.com/checkout/cs_01jd7k3v9a2b3c4d5e6f7g8h9j#4Vq9sC1mXo2Jt7yLw8Rk3Q',
}
export const links: readonly ShownLink[] = [
  link,
  { ...link, id: 'link_2', delivery: 'failed', receiver: { kind: 'email', address: 'name@example.com' } },
  { ...link, id: 'link_3', state: 'paid', paid: link.amount, url: null },
  { ...link, id: 'link_4', state: 'paid', paid: 500, url: null },
]
const { url: _url, ...ofBill } = link
const billLink: PaymentLink = { ...ofBill, amount: 1_500, bill: { number: 'KT1042', total: 6_000 } }

/** The counter with links that pay a whole sale, and bills with a link that pays a part. */
export const linksOf = (base: Snapshot, bills: ReturnType<typeof billsOf>) =>
  ({
    'ready-links': { ...base, links: [...links], unreadable_links: 1, unreadable_returns: 2 },
    'ready-links-used': {
      ...base,
      links: [
        { ...link, awaits_bank: 'payment' },
        { ...link, id: 'link_2', awaits_bank: 'refund' },
      ],
    },
    'ready-links-ended': {
      ...base,
      links: (['expired', 'withdrawn', 'not_made', 'not_known'] as const).map((state) => ({
        ...link,
        id: `link_${state}`,
        state,
        url: null,
      })),
    },
    'ready-links-local': {
      ...base,
      links: [
        { ...link, delivery: 'local', url: 'http://127.0.0.1:8080/checkout/cs_1#4Vq9sC1mXo2Jt7yLw8Rk3Q' },
      ],
    },
    'ready-links-not-public': { ...base, links: [{ ...link, delivery: 'not_public' }] },
    'bill-restored-link': { ...base, bill: { ...bills.restoredUnseen, link: billLink } },
    'bill-link': { ...base, bill: { ...bills.partPaid, link: billLink }, bill_link_url: link.url },
    'bill-link-used': {
      ...base,
      bill: { ...bills.partPaid, link: { ...billLink, awaits_bank: 'refund' } },
      bill_link_url: link.url,
    },
    'bill-restored-link-used': {
      ...base,
      bill: { ...bills.restoredUnseen, link: { ...billLink, awaits_bank: 'payment' } },
    },
    'bill-link-creating': {
      ...base,
      bill: { ...bills.open, link: { ...billLink, state: 'creating' } },
    },
    'bill-link-expired': {
      ...base,
      bill: { ...bills.partPaid, link: { ...billLink, state: 'expired' } },
    },
    'ready-aside': {
      ...base,
      aside: [
        { ...bills.partPaid, link: billLink },
        { ...bills.open, id: 'bill_4', number: 'KT1045', link: { ...billLink, awaits_bank: 'refund' } },
        { ...bills.paid, id: 'bill_2', number: 'KT1043' },
        { ...bills.open, id: 'bill_3', number: 'KT1044', link: { ...billLink, state: 'expired' } },
      ],
    },
  }) as const satisfies Readonly<Record<string, Snapshot>>
