import type { Page } from 'playwright-core'
import { noFilters } from '../../src-renderer/manager/payment-search.ts'
import { closedStaffAreas } from '../../src-shared/pos/at-start.ts'
import type { PosReply } from '../../src-shared/pos/commands.ts'
import type { ManagerAction, PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import type { PaymentNotes } from '../../src-shared/pos/manager/note-commands.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { StaffStatus } from '../../src-shared/pos/staff/staff.ts'
import { actions } from './manager-actions.ts'
import { histories, longRow, manyRows, page as pageOf, payment } from './manager-data.ts'
import { chipPaid, shared, unanswered } from './put-right-data.ts'
import { snapshots } from './snapshots.ts'
import type { Answers } from './support/fake-bridge.ts'

/** A page behind a PIN: main's snapshot and answers, and the steps to get there. */
export interface Scene {
  readonly snapshot: Snapshot
  readonly place: 'Payments' | 'Terminals'
  readonly answers?: Answers
  readonly steps?: (page: Page) => Promise<void>
}

const staff = (rest: Partial<StaffStatus>): Snapshot => ({
  ...snapshots.ready,
  ...closedStaffAreas,
  staff: { ...closedStaffAreas.staff, pins: { manager: true, installer: true }, ...rest },
})

/** The manager is signed in, for another four and a half minutes. */
export const managerIn = (open: readonly ManagerAction[] = []): Snapshot => ({
  ...staff({ role: 'manager', closes_at: '2026-11-21T14:10:02.000Z' }),
  manager: { actions: [...open], unreadable_lines: 0 },
})

const press =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
const listed = { 'payments.search': pageOf() }

const list = (answers: Answers = { replies: listed }, steps?: Scene['steps']): Scene => ({
  snapshot: managerIn(),
  place: 'Payments',
  answers,
  ...(steps === undefined ? {} : { steps }),
})

const opened = (
  history: PaymentHistory,
  open: readonly ManagerAction[] = [],
  steps?: Scene['steps'],
): Scene => ({
  snapshot: managerIn(open),
  place: 'Payments',
  answers: { replies: { ...listed, 'payments.open': history } },
  steps: async (page) => {
    await page.locator('[data-intent]').first().click()
    await page.locator('main ol li').first().waitFor()
    await steps?.(page)
  },
})

const notes: PaymentNotes = {
  kept: 'service',
  notes: [
    {
      ...{
        id: 'pn_2',
        entity: 'payment_note',
        account_id: 'acct_1',
        payment_id: payment.id,
        refund_id: null,
      },
      ...{ finding: 'not_done', text: 'Statement of November 20, page 2: no such line.', author: 'Mona' },
      ...{ created_at: '2026-11-21T09:12:00.000Z', updated_at: '2026-11-21T09:12:00.000Z' },
    },
    {
      ...{
        id: 'pn_1',
        entity: 'payment_note',
        account_id: 'acct_1',
        payment_id: payment.id,
        refund_id: null,
      },
      ...{ finding: null, text: 'The customer called and asked what became of it.', author: null },
      ...{ created_at: '2026-11-20T15:40:00.000Z', updated_at: '2026-11-20T15:40:00.000Z' },
    },
  ],
}

const ownSearches: PosReply<'payments.saved_searches'> = {
  searches: [
    {
      name: 'Over 500 this week',
      filters: {
        ...noFilters,
        amount: '500',
        amountUpTo: '100000',
        period: { kind: 'week', from: '', to: '' },
      },
    },
    { name: 'Mona', filters: { ...noFilters, reference: 'Mona', field: 'cashier' } },
  ],
}

const [paid] = pageOf().rows
/** The payment's receipt is on this computer. */
const ofReceipt: PaymentHistory = {
  ...histories.paid,
  intent: { ...histories.paid.intent, order_details: { bill: { number: 'KT1042' } } },
}
const leftOpen = [
  ...(paid === undefined ? [] : [{ ...paid, amount_refunded: 500, refund_unknown: 500 }]),
  ...pageOf().rows.filter(({ status }) => /^(processing|uncaptured|created)$/.test(status)),
]
const pressLeftOpen = async (page: Page) => {
  await page.locator('main nav button').nth(1).click()
}

const nameSearch = async (page: Page) => {
  await page.getByRole('radio').nth(2).check({ force: true })
  await page.locator('search + div button').click()
  await page.locator('form input').fill('Mona')
}

const pin = (rest: Partial<StaffStatus>, steps?: Scene['steps'], answers: Answers = {}): Scene => ({
  snapshot: staff(rest),
  place: 'Payments',
  answers,
  ...(steps === undefined ? {} : { steps }),
})

/** Every state of the PIN's and the manager's screens, by the name of its picture. */
export const staffScenes = {
  pin: pin({}, press('1', '2', '3')),
  'pin-wrong': pin({}, press('1', '2', '3', '4', 'Enter'), { refusals: { 'staff.enter': 'pin_wrong' } }),
  'pin-keychain-closed': pin({}, press('1', '2', '3', '4', 'Enter'), {
    refusals: { 'staff.enter': 'keychain_closed' },
  }),
  'pin-locked': pin({ locked_until: { manager: '2026-11-21T14:05:54.000Z', installer: null } }),
  'pin-choose': pin({ pins: { manager: false, installer: false } }),
  'pin-vouch': pin({
    pins: { manager: false, installer: true },
    vouches: { manager: 'installer', installer: null },
  }),
  'pin-repeat': pin(
    { pins: { manager: false, installer: false } },
    press('1', '2', '3', '4', '5', '6', 'Enter', '1'),
  ),
  'pin-mismatch': pin(
    { pins: { manager: false, installer: false } },
    press(...'123456', 'Enter', ...'123457', 'Enter'),
  ),
  'pin-too-short': pin({}, press('1', '2', '3', '4', 'Enter'), {
    refusals: { 'staff.enter': 'pin_too_short' },
  }),
  payments: list(),
  'payments-pages': list({
    replies: { 'payments.search': pageOf(manyRows(30), { page: 2, total: 132, limit: 25, more: true }) },
  }),
  'payments-loading': list({ refusals: { 'payments.search': 'never' } }),
  'payments-empty': list({ replies: { 'payments.search': pageOf([]) } }),
  'payments-left-open': {
    ...list({ replies: { 'payments.search': pageOf(leftOpen) } }, pressLeftOpen),
    snapshot: managerIn([actions.checking, actions.unresolved]),
  },
  'payments-none-open': list({ replies: { 'payments.search': pageOf([]) } }, pressLeftOpen),
  'payments-no-match': list({ replies: { 'payments.search': pageOf([]) } }, async (page) => {
    await page.getByRole('textbox').first().fill('1234')
  }),
  'payments-only-here': list({ replies: { 'payments.search': pageOf(pageOf().rows, { only_here: true }) } }),
  'payments-unclear': list({ replies: listed }, async (page) => {
    // On a narrow screen the field is behind a button.
    const amount = page.locator('input[inputmode=decimal]').first()
    if (!(await amount.isVisible())) await page.locator('search button').first().click()
    await amount.fill('twelve')
  }),
  'payments-days': list({ replies: listed }, async (page) => {
    await page.getByRole('radio').nth(4).check({ force: true })
  }),
  'payments-failed': list({ refusals: { 'payments.search': 'failed' } }),
  'payments-long': list({ replies: { 'payments.search': pageOf([longRow, ...pageOf().rows]) } }),
  'payments-saved-searches': list(
    { replies: { ...listed, 'payments.saved_searches': ownSearches } },
    (page) => page.getByRole('navigation').getByRole('button').last().click(),
  ),
  'payments-save-search': list(
    { replies: { ...listed, 'payments.saved_searches': ownSearches } },
    nameSearch,
  ),
  'payments-unreadable': {
    ...list(),
    snapshot: { ...managerIn(), manager: { actions: [], unreadable_lines: 1 } },
  },
  'payments-changeable-program': { ...list(), snapshot: { ...managerIn(), program_changeable: true } },
  'payments-actions': {
    ...list(),
    snapshot: managerIn([actions.checking, { ...actions.done, id: 'act_2', kind: 'void', amount: 3300 }]),
  },
  'payment-paid': opened(histories.paid),
  'payment-of-receipt': opened(ofReceipt, [], (page) =>
    page.locator('main .tabler-icon-basket-down').waitFor(),
  ),
  'payment-chip': opened(chipPaid, [], (page) => page.locator('details > summary').first().click()),
  'payment-partly-returned': opened(histories['partly-returned']),
  'payment-returned': opened(histories.returned),
  'payment-authorized': opened(histories.authorized),
  'payment-declined': opened(histories.declined),
  'payment-notes': {
    ...opened(histories.paid),
    answers: { replies: { ...listed, 'payments.open': histories.paid, 'payments.notes': notes } },
  },
  'payment-nobody-knows': opened(unanswered, [], (page) =>
    page.getByRole('region', { name: 'Notes' }).getByRole('button').click(),
  ),
  'payment-voided': opened(histories.voided),
  'payment-failed': {
    ...list({ replies: listed, refusals: { 'payments.open': 'failed' } }),
    steps: async (page) => page.locator('[data-intent]').first().click(),
  },
  'refund-all': opened(histories['partly-returned'], [], (page) => chooseAction(page, 0)),
  'refund-part': opened(histories['partly-returned'], [], async (page) => {
    await chooseAction(page, 0)
    await press('5', '0', '0')(page)
  }),
  'refund-too-much': opened(histories['partly-returned'], [], async (page) => {
    await chooseAction(page, 0)
    await press('9', '9', '9', '9')(page)
  }),
  'refund-confirm': opened(histories['partly-returned'], [], async (page) => {
    await chooseAction(page, 0)
    await press('5', '0', '0', 'Enter')(page)
    await page.getByRole('dialog').waitFor()
  }),
  'refund-splits': opened(shared, [], async (page) => {
    await chooseAction(page, 0)
    await press('5', '0', '0', 'Enter')(page)
    await page.getByRole('dialog').getByRole('button').nth(2).click()
  }),
  'refund-needs-pin': {
    ...opened(histories['partly-returned'], [], async (page) => {
      await chooseAction(page, 0)
      await press('5', '0', '0', 'Enter')(page)
      await page.getByRole('dialog').getByRole('button').last().click()
      await page.getByRole('group').first().waitFor()
      await press('1', '2', '3')(page)
    }),
    answers: {
      replies: { ...listed, 'payments.open': histories['partly-returned'] },
      refusals: { 'payments.act': 'pin_needed' },
    },
  },
  'capture-part': opened(histories.authorized, [], async (page) => {
    await chooseAction(page, 0)
    await press('5', '0', '0', '0', '0', '0')(page)
  }),
  'capture-tip': opened(histories.authorized, [], async (page) => {
    await chooseAction(page, 0)
    await press('5', '0', '0', '0', '0', '0')(page)
    await page.getByRole('radio').nth(1).check({ force: true })
    await press('2', '0', '0', '0')(page)
  }),
  'void-confirm': opened(histories.paid, [], async (page) => {
    await chooseAction(page, 1)
    await page.getByRole('dialog').waitFor()
  }),
  'action-sending': opened(histories.paid, [actions.sending]),
  'action-checking': opened(histories.paid, [actions.checking]),
  'action-done': opened(histories['partly-returned'], [actions.done]),
  'action-printed': opened(histories['partly-returned'], [actions.printed]),
  'action-refused': opened(histories.paid, [actions.refused]),
  'action-unresolved': opened(histories.paid, [actions.unresolved]),
} as const satisfies Readonly<Record<string, Scene>>

/** The most likely action comes last. */
const chooseAction = async (page: Page, fromBelow: number) => {
  const buttons = page.locator('main button')
  await buttons.nth((await buttons.count()) - 1 - fromBelow).click()
}
