import { describe, expect, test } from 'vitest'
import { billSchema } from '../../../../../src-shared/pos/bill/bill.ts'
import { displaySnapshotOf } from '../../../../../src-shared/pos/customer-display/display-view.ts'
import { orderSchema } from '../../../../../src-shared/pos/order/order.ts'
import type { Snapshot } from '../../../../../src-shared/pos/snapshot.ts'
import { type SnapshotName, snapshots } from '../../../../pictures/snapshots.ts'
import { bill as aBill, cardTender } from '../returns/arbitrary-bill.ts'

const viewOf = (snapshot: Snapshot, receipt_url: string | null = null) =>
  displaySnapshotOf(snapshot, { tip: null, pictures: 0, receipt_url }).view

/** Every text within a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Returns a copy of the value with every text marked. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return `SECRET ${value}`
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one)]))
}

describe('an exchange on the customer’s display', () => {
  test('the value of returned goods is subtracted from the price of the new goods', () => {
    const view = viewOf(snapshots['exchange-order'])
    const [one] = snapshots['exchange-order'].returns
    if (view.kind !== 'order' || one === undefined) throw new Error('goods are rung up')
    const returned = one.lines.reduce((sum, { paid }) => sum + paid, 0)
    expect(view.order.returned).toBe(returned)
    expect(view.order.due).toBe(view.order.total - returned)
  })

  test('when the new goods cost less than the returned goods, the display shows the amount to give back', () => {
    const snapshot = snapshots['exchange-order']
    const [one] = snapshot.returns
    if (one === undefined) throw new Error('an exchange waits')
    const lines = one.lines.map((line) => ({ ...line, paid: 1_000_000 }))
    const view = viewOf({ ...snapshot, returns: [{ ...one, lines }] })
    if (view.kind !== 'order') throw new Error('goods are rung up')
    expect(view.order.due).toBe(view.order.total - 1_000_000)
  })

  test('an order without an exchange is due in full', () => {
    const view = viewOf(snapshots['ready-order'])
    expect(view).toMatchObject({ kind: 'order', order: { returned: 0 } })
    if (view.kind === 'order') expect(view.order.due).toBe(view.order.total)
  })
})

describe('what the customer’s display shows', () => {
  test.each([
    ['ready', 'idle'],
    ['ready-order', 'order'],
    ['creating', 'paying'],
    ['choosing-tip', 'paying'],
    ['authorizing', 'paying'],
    ['checking', 'wait'],
    ['declined', 'declined'],
    ['deciding-partial', 'wait'],
    ['voiding', 'wait'],
    ['signing', 'sign'],
    ['approved', 'paid'],
    ['stopped-by-cashier', 'not_paid'],
    ['bill-part-paid', 'part_paid'],
    ['bill-paid', 'paid'],
    ['bill-given-back', 'given_back'],
  ] as const)('for a counter that is %s, the customer’s display shows: %s', (name, kind) => {
    expect(viewOf(snapshots[name]).kind).toBe(kind)
  })

  test('an order is shown line by line with its total', () => {
    expect(viewOf(snapshots['ready-order'])).toMatchObject({
      order: {
        lines: [
          { name: 'Latte (Oat milk)', quantity: 2, amount: 918 },
          { quantity: 0.35, amount: 1_015 },
        ],
        discount: 100,
        total: 1_910,
      },
    })
  })

  test('a bill that was paid in cash shows the change and the receipt’s number', () => {
    expect(viewOf(snapshots['bill-paid'])).toEqual({
      kind: 'paid',
      total: 6_000,
      tip: 0,
      change: 500,
      number: 'KT1042',
      receipt_url: null,
    })
  })

  test('the tip of a returned card is not part of the amount paid', () => {
    const returned = { ...cardTender('sale_2', 6_000, 900, 60), status: 'returned' } as const
    const tenders = [returned, cardTender('sale_1', 6_000, 500)]
    expect(viewOf({ ...snapshots.ready, bill: aBill({ tenders }) })).toMatchObject({
      kind: 'paid',
      total: 6_500,
      tip: 500,
    })
  })

  test('a tip or a surcharge on the card is shown next to the amount to pay', () => {
    const { sale } = snapshots.authorizing
    if (sale.kind !== 'authorizing') throw new Error('another sale is in the picture')
    const paying = { ...sale, sale: { ...sale.sale, amount: 1_000, tip: 200, surcharge: 30 } }
    expect(viewOf({ ...snapshots.authorizing, sale: paying })).toMatchObject({
      kind: 'paying',
      amount: 1_230,
      tip: 200,
      surcharge: 30,
    })
  })

  test('a released tab card is shown as released, not as money given back', () => {
    const { sale } = snapshots['stopped-voided']
    if (sale.kind !== 'stopped') throw new Error('another sale is in the picture')
    expect(viewOf({ ...snapshots['stopped-voided'], sale: { ...sale, released: true } })).toEqual({
      kind: 'released',
    })
  })

  test('a voided payment shows the amount that was charged as given back, not the amount requested', () => {
    const { sale } = snapshots['stopped-voided']
    if (sale.kind !== 'stopped') throw new Error('another sale is in the picture')
    const view = viewOf({ ...snapshots['stopped-voided'], sale: { ...sale, returned: 600 } })
    expect(view).toEqual({ kind: 'given_back', amount: 600 })
  })

  test('an undone bill shows what had been paid, with tip and surcharge, as given back, not its total', () => {
    const returned = { ...cardTender('sale_1', 2_000, 300, 60), status: 'returned' } as const
    const view = viewOf({ ...snapshots.ready, bill: aBill({ status: 'undoing', tenders: [returned] }) })
    expect(view).toEqual({ kind: 'given_back', amount: 2_360 })
  })

  test('a part-paid bill shows the balance, and never that it is paid', () => {
    const { bill } = snapshots['bill-part-paid']
    expect(viewOf({ ...snapshots.approved, bill })).toEqual({
      kind: 'part_paid',
      total: 6_000,
      paid: 4_500,
      balance: 1_500,
    })
  })

  test('a bill that waits for its link shows the QR code only when the link was not sent to anyone', () => {
    const waiting = snapshots['bill-link']
    const { bill, bill_link_url } = waiting
    if (bill === null || bill.link === null) throw new Error('no link is in the picture')
    const by = (receiver: typeof bill.link.receiver, url = bill_link_url) =>
      viewOf({
        ...waiting,
        bill: { ...bill, link: bill.link && { ...bill.link, receiver } },
        bill_link_url: url,
      })
    const { amount } = bill.link
    expect(by({ kind: 'code' })).toEqual({ kind: 'link', amount, url: bill_link_url })
    expect(by({ kind: 'email', address: 'ana@example.com' })).toEqual({ kind: 'link', amount, url: null })
    expect(by({ kind: 'code' }, 'http://127.0.0.1:5000/checkout/cs_1#s')).toEqual({
      kind: 'link',
      amount,
      url: null,
    })
    // The link was used, so the customer is not asked to pay by it.
    expect(viewOf(snapshots['bill-link-used']).kind).toBe('wait')
    expect(viewOf(snapshots['bill-link-expired']).kind).toBe('part_paid')
  })

  test('the display asks for a tip only when the prompt belongs to the current sale', () => {
    const snapshot = snapshots['choosing-tip']
    if (snapshot.sale.kind !== 'choosing_tip') throw new Error('another sale is in the picture')
    const tip = { prompt: snapshot.sale.sale.id, amount: 1_234, offer: { presets: [15, 20], custom: true } }
    expect(displaySnapshotOf(snapshot, { tip, pictures: 0, receipt_url: null }).view).toEqual({
      kind: 'tip',
      prompt: tip.prompt,
      amount: 1_234,
      offer: {
        presets: [
          { percent: 15, tip: 185 },
          { percent: 20, tip: 247 },
        ],
        custom: true,
      },
    })
    expect(
      displaySnapshotOf(snapshot, { tip: { ...tip, prompt: 'another' }, pictures: 0, receipt_url: null })
        .view,
    ).toMatchObject({
      kind: 'paying',
      step: 'tip',
    })
  })
})

describe('what the customer’s display never receives', () => {
  /** Data of the customer at the counter, and of the shop's sign. */
  const isShown = (path: string): boolean =>
    /^(merchant_name|currency|settings\.(language|color_scheme))$/.test(path)

  function planted(snapshot: Snapshot, path = '', value: unknown = snapshot): unknown {
    if (path === 'sale' || path === 'bill' || path === 'selling') return value
    if (isShown(path)) return value
    if (typeof value === 'string') return `SECRET ${value}`
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return [...value.map(marked), marked({ planted: 'in a list' })]
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        planted(snapshot, path === '' ? key : `${path}.${key}`, one),
      ]),
    )
  }

  test.each(Object.keys(snapshots) as SnapshotName[])(
    'the display’s snapshot of %s has nothing of staff, settings or other customers',
    (name) => {
      const display = displaySnapshotOf(planted(snapshots[name]) as Snapshot, {
        tip: null,
        pictures: 3,
        receipt_url: null,
      })
      expect(JSON.stringify(display)).not.toContain('SECRET')
      expect(Object.keys(display).sort()).toEqual([
        'color_scheme',
        'currency',
        'language',
        'pictures',
        'shop',
        'training',
        'view',
      ])
    },
  )

  test('the display’s snapshot has no note, reason, card, held order or payment id', () => {
    const book = snapshots['ready-order'].selling.book
    if (book === null) throw new Error('nothing is rung up in the picture')
    const line = {
      ...book.draft.lines[0],
      note: 'SECRET note',
      discount: { kind: 'percent', value: 1_000, reason: 'SECRET reason' },
    }
    const order = orderSchema.parse({ ...book.draft, lines: [line], discounts: [] })
    const sale = snapshots.approved.sale
    if (sale.kind !== 'approved') throw new Error('another sale is in the picture')
    const bill = billSchema.parse({
      ...snapshots['bill-paid'].bill,
      note: 'SECRET note',
      id: 'SECRET bill',
      order,
    })
    const payment = {
      ...sale.payment,
      payment_id: 'SECRET payment',
      last_four: 'SECRET last four',
      auth_code: 'SECRET code',
    }
    const secret = {
      ...sale,
      payment,
      sale: { ...sale.sale, note: 'SECRET note', intent_id: 'SECRET intent', hsn: 'SECRET terminal', order },
    }
    for (const snapshot of [
      {
        ...snapshots.ready,
        selling: { ...snapshots['ready-order'].selling, book: { ...book, draft: order } },
      },
      { ...snapshots.ready, bill },
      { ...snapshots.ready, bill: { ...bill, tenders: [] } },
      { ...snapshots.ready, sale: secret },
      { ...snapshots.ready, sale: { ...secret, kind: 'deciding', because: 'partial', sign: false } as const },
      {
        ...snapshots.declined,
        sale: {
          kind: 'declined',
          sale: secret.sale,
          decline: { category: 'SECRET', message: 'SECRET', brand: 'SECRET', last_four: 'SECRET' },
        } as const,
      },
      { ...snapshots.ready, sale: { kind: 'signing', sale: secret.sale, payment } as const },
    ]) {
      const texts = textsIn(
        displaySnapshotOf(snapshot as Snapshot, { tip: null, pictures: 0, receipt_url: null }),
      )
      expect(texts.filter((text) => text.includes('SECRET'))).toEqual([])
    }
  })
})
