import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  closePayment,
  confirmAction,
  filter,
  forgetPayments,
  openPayment,
  prepare,
  search,
  searchOn,
  usePaymentsStore,
} from '../../../../src-renderer/manager/payments-store.ts'
import { possibleActions } from '../../../../src-renderer/manager/possible-actions.ts'
import { useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import type { PosBridge } from '../../../../src-shared/pos/bridge.ts'
import type { PosResult } from '../../../../src-shared/pos/commands.ts'
import { histories, page } from '../../../pictures/manager-data.ts'

const searchPayments = vi.fn<PosBridge['commands']['payments.search']>()
const openOne = vi.fn<PosBridge['commands']['payments.open']>()
const state = () => usePaymentsStore.getState()

/** An answer that arrives when the test calls `answer`. */
function later<Answer>() {
  let answer: (value: Answer) => void = () => {}
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve
  })
  return { promise, answer }
}

beforeEach(() => {
  searchPayments.mockReset()
  openOne.mockReset()
  forgetPayments()
  vi.stubGlobal('window', {
    countertop: { commands: { 'payments.search': searchPayments, 'payments.open': openOne } },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the list', () => {
  test('the list of payments shows the answer of the newest search, even when an older one arrives later', async () => {
    const first = later<PosResult<'payments.search'>>()
    const second = later<PosResult<'payments.search'>>()
    searchPayments.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    const asked = [search(), search()]
    second.answer({ ok: true, value: page([], { page: 2 }) })
    first.answer({ ok: true, value: page() })
    await Promise.all(asked)
    expect(state()).toMatchObject({ found: { page: 2, rows: [] }, searching: false })
  })

  test('the list of payments keeps its rows when the next look-up fails', async () => {
    searchPayments.mockResolvedValueOnce({ ok: true, value: page() })
    await search()
    searchPayments.mockResolvedValueOnce({ ok: false, error: { code: 'failed', message: '' } })
    await search()
    expect(state()).toMatchObject({ found: page(), searchFailed: 'failed', searching: false })
  })

  test('the next page continues after the last row with the filters of the first, one request at a time', async () => {
    const [first, ...others] = page().rows
    if (first === undefined) throw new Error('no row')
    searchPayments.mockResolvedValueOnce({ ok: true, value: page([first], { total: 9, more: true }) })
    filter({ reference: 'latte' })
    await search()
    filter({ reference: 'not searched for yet' })
    const rest = later<PosResult<'payments.search'>>()
    searchPayments.mockReturnValueOnce(rest.promise)
    const asked = [searchOn(), searchOn()]
    rest.answer({ ok: true, value: page([first, ...others], { page: 2, total: 8 }) })
    await Promise.all(asked)
    expect(searchPayments).toHaveBeenCalledTimes(2)
    const next = { reference: 'latte', page: 2, after: first.intent_id }
    expect(searchPayments.mock.lastCall?.[0]).toMatchObject(next)
    expect(state().found).toMatchObject({ rows: [first, ...others], total: 9, page: 2, more: false })
    await searchOn()
    expect(searchPayments).toHaveBeenCalledTimes(2)
  })

  test('the list of payments sends no search while an amount is unreadable', async () => {
    filter({ amount: 'twelve' })
    await search()
    expect(searchPayments).not.toHaveBeenCalled()
  })

  test('the list of payments is cleared when the person leaves, and a pending answer is dropped', async () => {
    const slow = later<PosResult<'payments.search'>>()
    searchPayments.mockReturnValueOnce(slow.promise)
    const asked = search()
    forgetPayments()
    slow.answer({ ok: true, value: page() })
    await asked
    expect(state().found).toBeNull()
  })
})

describe('a payment’s page', () => {
  const { intent } = histories.paid

  test('a payment’s page opens with its history', async () => {
    openOne.mockResolvedValueOnce({ ok: true, value: histories.paid })
    await openPayment(intent.id)
    expect(openOne).toHaveBeenCalledWith({ intent_id: intent.id })
    expect(state()).toMatchObject({ opened: intent.id, history: histories.paid })
  })

  test('a payment’s page that was closed ignores an answer that arrives late', async () => {
    const slow = later<PosResult<'payments.open'>>()
    openOne.mockReturnValueOnce(slow.promise)
    const asked = openPayment(intent.id)
    closePayment()
    slow.answer({ ok: true, value: histories.paid })
    await asked
    expect(state()).toMatchObject({ opened: null, history: null })
  })

  test('a payment’s page keeps its history and the prepared action during a new look-up', async () => {
    openOne.mockResolvedValueOnce({ ok: true, value: histories.paid })
    await openPayment(intent.id)
    const [refund] = possibleActions(histories.paid)
    prepare(refund ?? null)
    const slow = later<PosResult<'payments.open'>>()
    openOne.mockReturnValueOnce(slow.promise)
    const asked = openPayment(intent.id)
    expect(state()).toMatchObject({ history: histories.paid, preparing: refund })
    slow.answer({ ok: false, error: { code: 'not_found', message: '' } })
    await asked
    expect(state()).toMatchObject({ history: histories.paid, openFailed: 'not_found' })
    openOne.mockResolvedValueOnce({ ok: true, value: histories.paid })
    const onceMore = openPayment(intent.id)
    expect(state().openFailed).toBe('not_found')
    await onceMore
    expect(state().openFailed).toBeNull()
  })

  test('a payment’s page asks for confirmation before it moves money', () => {
    const [refund] = possibleActions(histories.paid)
    if (refund === undefined) throw new Error('a paid payment can be refunded')
    confirmAction(refund, 500)
    expect(state().confirming).toEqual({ action: refund, amount: 500, tip: null })
    expect(useDialogStore.getState().open).toBe('confirm_action')
  })
})
