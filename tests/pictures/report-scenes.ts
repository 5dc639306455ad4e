import type { Page } from 'playwright-core'
import type { BankFacts, Dispute } from '../../src-shared/pos/report/bank-facts.ts'
import type { Figures } from '../../src-shared/pos/report/figures-schema.ts'
import type { TodayTotals, TrendDay } from '../../src-shared/pos/report/report-commands.ts'
import type { Report, ServiceCheck, ZReportSummary } from '../../src-shared/pos/report/z-report.ts'
import { page as pageOf } from './manager-data.ts'
import { managerIn, type Scene } from './staff-scenes.ts'

const figures: Figures = {
  sales: {
    count: 61,
    gross: 1_180_40,
    discounts: 42_10,
    net: 1_138_30,
    tax: 96_75,
    tips: 88_20,
    surcharges: 0,
    rounding: 0,
    collected: 1_323_25,
  },
  returns: {
    count: 2,
    net: 24_50,
    tax: 2_08,
    tips: 0,
    surcharges: 0,
    rounding: 0,
    given_back: 26_58,
    unresolved: 0,
  },
  voids: { count: 1, amount: 18_40 },
  methods: [
    { method: 'card', count: 47, amount: 1_013_05, tips: 88_20, surcharges: 0, rounding: 0, returned: 26_58 },
    { method: 'cash', count: 16, amount: 222_00, tips: 0, surcharges: 0, rounding: 0, returned: 0 },
  ],
  brands: [
    { brand: 'visa', count: 29, amount: 702_15, returned: 26_58 },
    { brand: 'mastercard', count: 13, amount: 301_60, returned: 0 },
    { brand: 'amex', count: 5, amount: 97_50, returned: 0 },
  ],
  hours: [
    [7, 6, 71_25],
    [8, 14, 214_10],
    [9, 9, 151_40],
    [10, 5, 88_60],
    [11, 4, 92_30],
    [12, 11, 318_45],
    [13, 8, 201_75],
    [14, 4, 97_20],
  ].map(([hour = 0, count = 0, amount = 0]) => ({ hour, count, amount })),
  items: [
    { name: 'Flat white', quantity: 64_000, amount: 288_00, returned_quantity: 1_000, returned: 4_50 },
    { name: 'Sourdough sandwich', quantity: 31_000, amount: 356_50, returned_quantity: 0, returned: 0 },
    {
      name: 'House coffee beans, 500 g',
      quantity: 9_000,
      amount: 153_00,
      returned_quantity: 1_000,
      returned: 20_00,
    },
    { name: '', quantity: 12_000, amount: 340_80, returned_quantity: 0, returned: 0 },
  ],
  categories: [
    { category: 'Food', amount: 356_50, returned: 0 },
    { category: '', amount: 340_80, returned: 0 },
    { category: 'Drinks', amount: 288_00, returned: 4_50 },
    { category: 'Beans', amount: 153_00, returned: 20_00 },
  ],
  taxes: [{ name: 'Sales tax', rate: 8_500, inclusive: false, tax: 96_75, returned: 2_08 }],
  discounts: [
    { reason: 'Loyal customer', count: 9, amount: 31_10 },
    { reason: 'Damaged', count: 2, amount: 11_00 },
  ],
  tips: [{ person: null, count: 38, amount: 88_20, returned: 0 }],
  cash: {
    sales: 222_00,
    returned: 0,
    refunds: 0,
    paid_in: 20_00,
    drops: 100_00,
    payouts: 8_40,
    no_sales: 3,
    shifts: [],
  },
}

const checked: Extract<ServiceCheck, { kind: 'checked' }> = {
  kind: 'checked',
  at: '2026-11-21T14:05:24.000Z',
  payments: { count: 52, captured: 1_301_25, returned: 26_58 },
  brands: [{ brand: 'visa', count: 29, captured: 702_15, returned: 26_58 }],
  elsewhere: { count: 5, captured: 200_00, returned: 0 },
  settled: 0,
  unsettled: 1_274_67,
  fees: 12_40,
  settlements: [],
  unmatched: [],
  differences: [],
}

export const report: Report = {
  from: '2026-11-20T22:31:00.000Z',
  to: '2026-11-21T14:05:24.000Z',
  time_zone: 'America/Los_Angeles',
  day_ends_at: 120,
  currency: 'USD',
  figures,
  differences: [],
  check: { kind: 'not_checked', detail: '' },
  unreadable: 0,
}

const shift = {
  shift: {
    opened_at: '2026-11-20T14:55:00.000Z',
    float: 150_00,
    sales: 222_00,
    returned: 0,
    refunds: 0,
    paid_in: 20_00,
    drops: 100_00,
    payouts: 8_40,
    no_sales: 3,
    entries: 24,
  },
  closed_at: '2026-11-21T13:58:00.000Z',
  expected: 283_60,
  counted: 281_60,
  pieces: [
    { value: 20_00, count: 9 },
    { value: 10_00, count: 7 },
    { value: 5_00, count: 5 },
    { value: 1_00, count: 6 },
    { value: 10, count: 6 },
  ],
} as const

const today: TodayTotals = {
  day: '2026-11-21',
  count: 61,
  collected: 1_323_25,
  tips: 88_20,
  given_back: 26_58,
  in_drawer: 283_60,
}

const days: readonly TrendDay[] = Array.from({ length: 56 }, (_, index) => {
  const day = new Date(Date.parse('2026-09-27') + index * 86_400_000).toISOString().slice(0, 10)
  const isSunday = new Date(day).getUTCDay() === 0
  const collected = isSunday ? 0 : 900_00 + ((index * 37) % 11) * 61_25 + index * 4_10
  return { day, count: isSunday ? 0 : 50, collected, given_back: isSunday ? 0 : 12_50 }
})

const closedAlready: readonly ZReportSummary[] = [
  {
    number: 42,
    name: 'LM-42',
    closed_at: '2026-11-20T22:31:00.000Z',
    day: '2026-11-20',
    totals: { collected: 1_512_60, given_back: 0 },
    damaged: false,
  },
  {
    number: 41,
    name: '41',
    closed_at: '2026-11-19T22:28:00.000Z',
    day: '2026-11-19',
    totals: { collected: 1_204_15, given_back: 9_00 },
    damaged: true,
  },
  {
    number: 40,
    name: '40',
    closed_at: '2026-11-18T22:35:00.000Z',
    day: '2026-11-18',
    totals: { collected: 1_377_80, given_back: 0 },
    damaged: false,
  },
]

const dispute: Dispute = {
  intent_id: 'pi_1',
  payment_id: 'pmt_1',
  state: 'open',
  taken: 48_90,
  paid: 48_90,
  respond_by: '2026-12-02T23:59:00.000Z',
  created_at: '2026-11-03T17:20:00.000Z',
  brand: 'visa',
  last_four: '1111',
}
const bank: BankFacts = {
  disputes: [
    dispute,
    {
      ...dispute,
      payment_id: 'pmt_2',
      state: 'inquiry',
      taken: 0,
      paid: 12_40,
      respond_by: null,
      brand: 'amex',
    },
    { ...dispute, payment_id: 'pmt_3', state: 'won', taken: 0, paid: 31_00, last_four: '4444' },
  ],
  payouts: [
    {
      ...{ id: 'se_2', day: '2026-11-20', is_closed: true, captured: 1_204_50, refunded: 26_58, fees: 36_12 },
      ...{ taken_back: 0, splits: 0, paid_out: 1_141_80 },
    },
    {
      ...{ id: 'se_1', day: '2026-11-19', is_closed: true, captured: 980_10, refunded: 0, fees: 44_40 },
      ...{ taken_back: 0, splits: 120_00, paid_out: 815_70 },
    },
  ],
  unmatched: [{ type: 'record', id: 'sr_1', amount: 43_00, reference: '112233445566' }],
  fees: [
    {
      day: '2026-11-20',
      total: 51_12,
      fees: [
        { id: 'fee_1', type: 'PROCESSING', amount: 36_12, payment_id: 'pmt_01jd7k3vxyz' },
        { id: 'fee_2', type: 'CHARGEBACK', amount: 15_00, payment_id: 'pmt_1' },
      ],
    },
  ],
}

const day = (
  replies: { readonly report?: Report; readonly check?: ServiceCheck; readonly bank?: BankFacts } = {},
  steps?: Scene['steps'],
): Scene => ({
  snapshot: managerIn(),
  place: 'Payments',
  answers: {
    replies: {
      'payments.search': {
        ...{ rows: [], page: 1, limit: 20, total: 0, total_exact: true, more: false, only_here: false },
      },
      'reports.today': today,
      'reports.shifts': [{ opened_at: shift.shift.opened_at, closed_at: shift.closed_at }],
      'reports.view': replies.report ?? report,
      'reports.check': replies.check ?? checked,
      'reports.list': closedAlready,
      'reports.trend': days,
      'reports.bank': replies.bank ?? bank,
      'reports.open': { z: { number: 41, report: { ...report, check: checked } }, damaged: true },
    },
  },
  steps: async (page) => {
    await page.getByRole('button', { name: 'Reports' }).click()
    await page.getByText('Collected, 61 sales').waitFor()
    await steps?.(page)
  },
})

async function openBank(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Bank' }).check()
  await page.getByRole('heading', { name: 'Disputes' }).waitFor()
}

/** Files of this counter could not be read. */
const notRead = (name: 'reports.trend' | 'reports.list', view: string): Scene => {
  const scene = day({}, async (page) => {
    await page.getByRole('radio', { name: view }).check()
    await page.getByRole('alert').first().waitFor()
  })
  return { ...scene, answers: { ...scene.answers, refusals: { [name]: 'failed' } } }
}

/** The pages of the manager's day, by the name of their pictures. */
export const reportScenes = {
  'payments-today': {
    snapshot: managerIn(),
    place: 'Payments',
    answers: { replies: { 'payments.search': pageOf(), 'reports.today': today } },
    steps: (page) => page.getByText('$1,323.25').waitFor(),
  },
  'day-open': day({
    report: {
      ...report,
      figures: { ...figures, cash: { ...figures.cash, shifts: [{ ...shift, pieces: [...shift.pieces] }] } },
    },
  }),
  'day-differs': day({
    check: {
      ...checked,
      differences: [
        { kind: 'amount_differs', number: 'KT1042', intent_id: 'pi_01', here: 31_20, there: 30_20 },
        { kind: 'returned_elsewhere', number: 'KT1047', intent_id: 'pi_02', here: 0, there: 12_00 },
      ],
    },
  }),
  'day-not-checked': day({ check: { kind: 'not_checked', detail: 'The service is not up.' } }),
  'day-close': day({}, async (page) => {
    await page.getByRole('button', { name: 'Close the day' }).click()
    await page.getByRole('button', { name: 'Not yet' }).waitFor()
  }),
  'day-closed': day({}, async (page) => {
    await page.getByRole('radio', { name: 'Closed reports' }).check()
    await page.getByText('Z report LM-42').waitFor()
  }),
  'day-changed': day({}, async (page) => {
    await page.getByRole('radio', { name: 'Closed reports' }).check()
    await page.getByRole('button', { name: /Z report 41/ }).click()
    await page.getByRole('alert').first().waitFor()
  }),
  'day-trend': day({}, async (page) => {
    await page.getByRole('radio', { name: 'Trends' }).check()
    await page.getByText('Weeks, less what was given back').waitFor()
  }),
  'day-trend-failed': notRead('reports.trend', 'Trends'),
  'day-closed-failed': notRead('reports.list', 'Closed reports'),
  'day-bank': day({}, openBank),
  'day-bank-elsewhere': day({ bank: { disputes: null, payouts: null, unmatched: [], fees: [] } }, openBank),
  'day-settings': day({}, async (page) => {
    await page.getByRole('radio', { name: 'When the day ends' }).check()
    await page.getByLabel('Time zone of the shop').waitFor()
  }),
} as const satisfies Readonly<Record<string, Scene>>
