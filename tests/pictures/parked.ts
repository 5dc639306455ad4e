import type { PaymentSummary, SaleFacts, SaleIn } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { partReturned } from './bills.ts'

interface Parts {
  readonly sale: SaleFacts
  readonly tipped: SaleFacts
  /** The sale of a tab that was being opened. */
  readonly held: SaleFacts
  readonly payment: PaymentSummary
  readonly checking: SaleIn<'checking'>
  readonly stopped: SaleIn<'stopped'>
}

/** The counter with parked payments. */
export function parkedOf(base: Snapshot, { sale, tipped, held, payment, checking, stopped }: Parts) {
  /** A parked payment in each state. */
  const parked: Snapshot['parked'] = [
    { ...checking, parkable: true },
    { kind: 'deciding' as const, sale: tipped, payment, because: 'parked' as const, sign: false },
    { ...stopped, money: 'voided' as const },
  ].map((state, index) => ({
    state: { ...state, sale: { ...state.sale, id: `${state.sale.id}${index}` } },
    parked_at: '2026-11-21T14:05:30.000Z',
    bill: null,
  }))
  const partlyBack: Snapshot['parked'][number] = {
    state: {
      ...{ kind: 'deciding', sale: tipped, payment: partReturned(payment) },
      ...{ because: 'part_returned', sign: false },
    },
    parked_at: '2026-11-21T14:05:30.000Z',
    bill: null,
  }
  const released: Snapshot['parked'][number] = {
    state: { ...stopped, sale: held, reason: 'voided', money: 'voided', released: true },
    parked_at: '2026-11-21T14:05:30.000Z',
    bill: null,
  }
  /** The bank's outcome was never known, and the service finally voided it. */
  const unanswered: Snapshot['parked'][number] = {
    state: {
      ...{ kind: 'declined', sale },
      decline: { category: 'outcome_unknown_voided', message: '', brand: 'VISA', last_four: '0031' },
    },
    parked_at: '2026-11-21T14:05:30.000Z',
    bill: null,
  }
  /** The outcomes are unknown: one has a manager's record, of the other only the void is in doubt. */
  const recorded: Snapshot['parked'] = [
    {
      state: { ...checking, parkable: true },
      parked_at: '2026-11-20T09:00:00.000Z',
      bill: null,
      record: {
        ...{ finding: 'not_done', text: 'Not on the bank’s statement of November 22', author: 'Mona' },
        ...{ at: '2026-11-22T09:00:00.000Z', at_service: false },
      },
    },
  ]
  /** Its creation never arrived: the service has had no such intent for more than a day. */
  const neverFound: Snapshot['parked'][number] = {
    state: { ...checking, sale: { ...sale, intent_id: null }, refusals: 3000, parkable: true },
    parked_at: '2026-11-20T09:00:00.000Z',
    bill: null,
  }
  return {
    'ready-parked': { ...base, parked },
    'ready-parked-part-returned': { ...base, parked: [partlyBack] },
    'ready-parked-released': { ...base, parked: [released] },
    'ready-parked-unanswered': { ...base, parked: [unanswered] },
    'ready-parked-recorded': { ...base, parked: recorded },
    'ready-parked-unknown': { ...base, parked: [neverFound], unreadable_sales: 1 },
    'ready-begun-series': { ...base, begun_series: { former: 'KT', series: 'LM' } },
  } as const satisfies Readonly<Record<string, Snapshot>>
}
