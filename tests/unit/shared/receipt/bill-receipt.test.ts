import { describe, expect, test } from 'vitest'
import type { Bill, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { GiftCardTask } from '../../../../src-shared/pos/gift-cards/gift-cards.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { billReceipt, giftReceipt } from '../../../../src-shared/receipt/bill-receipt.ts'
import { giftCardSlip } from '../../../../src-shared/receipt/gift-card-slip.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { receiptPage } from '../../../../src-shared/receipt/receipt-html.ts'
import { returnReceipt } from '../../../../src-shared/receipt/return-receipt.ts'
import { facts, payment } from '../pos/transition/sale-fixtures.ts'
import { returnOfCash as back, cashBill as bill } from './bill-fixtures.ts'

const shop = { merchant: 'Ana’s', training: true, timeZone: 'America/New_York' } as const
const textOf = (language: 'en' | 'es') => JSON.stringify(billReceipt(bill, { ...shop, language }))

describe('a cash receipt', () => {
  test('a cash receipt of a typed amount lists no goods and no tax, and is paid', () => {
    const typed = { ...bill, order: null }
    const rows = receiptText(billReceipt(typed, { ...shop, language: 'en' }))
    expect(rows.filter((row) => /Mug|Subtotal|VAT|Tax/.test(row))).toEqual([])
    expect(rows.some((row) => /^Total USD +\$11\.00$/.test(row))).toBe(true)
    expect(rows.map((row) => row.trim())).toContain('PAID')
  })

  test('a cash receipt has the shop’s local time, and adds up with an included tax', () => {
    const text = textOf('en')
    expect(text).toContain('2026-11-22 20:15')
    for (const [label, amount] of [
      ['Subtotal', '$10.00'],
      ['VAT 10%', '$1.00'],
      ['Total USD', '$11.00'],
    ])
      expect(text).toContain(`"left":"${label}","right":"${amount}"`)
  })

  test('a cash receipt is in the shop’s language', () => {
    const text = textOf('es')
    for (const word of ['PRÁCTICA', 'Recibo', 'Efectivo', 'COPIA DEL CLIENTE']) expect(text).toContain(word)
    expect(text).not.toContain('Receipt')
  })
})

/** The bill, paid by a card that also paid a tip and a surcharge. */
const paidWith = (changes: object): Bill => ({
  ...bill,
  tenders: [
    {
      ...{ kind: 'card', status: 'paid', amount: 1100, tip: 200, surcharge: 33, sale: facts() },
      payment: payment({ amount: 1333 }),
      ...changes,
    },
  ],
})

describe('a card that also paid a tip', () => {
  const rowsOf = (one: Bill) => receiptText(billReceipt(one, { ...shop, language: 'en' })).join('\n')

  test('the receipt shows the amount on the card’s statement', () => {
    expect(rowsOf(paidWith({}))).toMatch(/Tip +\$2\.00\nCharged +\$13\.33/)
    expect(rowsOf(paidWith({ tip: 0, surcharge: 0 }))).not.toContain('Charged')
  })

  test('after a partial refund elsewhere, the receipt shows no charged amount', () => {
    expect(rowsOf(paidWith({ payment: payment({ amount: 1333, returned: 100 }) }))).not.toContain('Charged')
  })
})

describe('the receipts of a bill', () => {
  const shopIn = (language: 'en' | 'es' | 'fr') => ({ ...shop, language })
  test('every receipt of a bill has the receipt number as a barcode, in every language', () => {
    for (const language of ['en', 'es', 'fr'] as const) {
      for (const lines of [
        billReceipt(bill, shopIn(language)),
        giftReceipt(bill, shopIn(language)),
        returnReceipt(back, shopIn(language)),
      ]) {
        expect(lines).toContainEqual({ kind: 'barcode', text: 'KT1042' })
      }
    }
  })

  test('a gift receipt shows no price, tender or change', () => {
    const gift = receiptText(giftReceipt(bill, shopIn('en'))).join('\n')
    expect(gift).toContain('Mug')
    expect(gift).not.toMatch(/\$|\d\.\d\d|cash/i)
  })

  test('a return receipt lists the returned goods and where the money went, and only what is proven', () => {
    const paper = receiptText(returnReceipt(back, shopIn('en'))).join('\n')
    expect(paper).toMatch(/Mug +-\$11\.00/)
    expect(paper).toMatch(/Including tax +-\$1\.00/)
    expect(paper).toMatch(/CREDIT USD +-\$11\.00/)
    expect(paper).toMatch(/Cash +-\$11\.00/)
    const [part] = back.parts
    if (part?.kind !== 'cash') throw new Error('no cash')
    const open = { ...back, parts: [{ ...part, state: 'to_hand_back' as const }] }
    const unproven = receiptText(returnReceipt(open, shopIn('en'))).join('\n')
    expect(unproven).toMatch(/CREDIT USD +-\$0\.00/)
    expect(unproven).not.toMatch(/^Cash/m)
    // A returned amount has no name: it is only in the sum.
    const amount = { ...back, lines: back.lines.map((line) => ({ ...line, line_id: 'amount', name: '' })) }
    const rows = receiptText(returnReceipt(amount, shopIn('en')))
    expect(rows.filter((row) => row.includes('-$11.00'))).toHaveLength(2)
  })

  test('after everything was returned, receipts are not titled as paid and ask for no balance', () => {
    const titles = (one: Bill, returns: readonly Return[] = []) =>
      receiptText(billReceipt(one, shopIn('en'), returns)).map((row) => row.trim())
    expect(titles(bill)).toContain('PAID')
    expect(titles(bill, [back])).toContain('RETURNED')
    expect(titles(bill, [back])).not.toContain('PAID')
    const undone: Bill = {
      ...bill,
      status: 'undoing',
      tenders: bill.tenders.map((tender) => ({ ...tender, status: 'returned' })),
    }
    expect(titles(undone)).toContain('RETURNED')
    expect(titles(undone).join()).not.toContain('BALANCE DUE')
  })

  test('of a bill that was undone, the receipt states what was paid and given back, and that the rest is not due', () => {
    const cash = bill.tenders.map((one) => ({ ...one, status: 'returned' as const, amount: 300 }))
    const card = { ...paidWith({}).tenders[0], status: 'returned' } as Tender
    const paperOf = (tenders: readonly Tender[], total: number) =>
      receiptText(
        billReceipt({ ...bill, status: 'undoing', tenders: [...tenders], total }, shopIn('en')),
      ).join('\n')
    // With its tip and surcharge, as it was charged.
    expect(paperOf([...cash, card], 2_000)).toMatch(
      /Total USD +\$20\.00\n-+\nCash +\$3\.00\nCard Visa \*{4} 1111 +\$13\.33\nRETURNED +-\$16\.33\nBALANCE DUE USD +\$0\.00/,
    )
    // Tip and surcharge paid for none of the goods.
    expect(paperOf([card], 1_200)).toMatch(/RETURNED +-\$13\.33\nBALANCE DUE USD +\$0\.00/)
    expect(paperOf(cash, 300)).not.toContain('BALANCE DUE')
  })

  test('a bill of which a part was returned, or has still to be handed back, is titled as paid', () => {
    const titles = (one: Bill, returns: readonly Return[] = []) =>
      receiptText(billReceipt(one, shopIn('en'), returns)).map((row) => row.trim())
    const partOf = (changes: object): Return[] => [
      { ...back, parts: back.parts.map((part) => ({ ...part, ...changes }) as typeof part) },
    ]
    for (const returns of [partOf({ goods: 400 }), partOf({ state: 'to_hand_back' })]) {
      expect(titles(bill, returns)).toContain('PAID')
      expect(titles(bill, returns)).not.toContain('RETURNED')
    }
    const unpaid = titles({ ...bill, tenders: [] })
    expect(unpaid).not.toContain('RETURNED')
    expect(unpaid.join()).toMatch(/BALANCE DUE USD +\$11\.00/)
  })

  test('a tender that was given back is not listed among those that paid', () => {
    const [cash] = bill.tenders
    const card = {
      kind: 'card',
      status: 'returned',
      amount: 1100,
      tip: 0,
      surcharge: 0,
      sale: facts(),
    } as const
    const tenders = [{ ...card, payment: payment({ amount: 1100 }) }, ...(cash === undefined ? [] : [cash])]
    const paper = receiptText(billReceipt({ ...bill, tenders }, shopIn('en'))).join('\n')
    expect(paper).toMatch(/Cash +\$11\.00/)
    expect(paper).not.toMatch(/Card|rounding/)
  })

  test('free goods are not titled as paid', () => {
    const free = receiptText(billReceipt({ ...bill, total: 0, tenders: [] }, shopIn('en')))
    expect(free.map((row) => row.trim())).not.toContain('PAID')
  })

  test('the receipt of a bill lists its later returns', () => {
    const paper = receiptText(billReceipt(bill, shopIn('en'), [back])).join('\n')
    expect(paper).toMatch(/RETURNED 2026-11-23 20:15 +-\$11\.00/)
    expect(
      receiptText(billReceipt(bill, shopIn('en'), [{ ...back, status: 'cancelled' }])).join('\n'),
    ).not.toContain('RETURNED')
  })
})

describe('a receipt as a page', () => {
  test('a receipt page is as long as its rows on both paper widths, and breaks no row itself', () => {
    const lines = billReceipt(bill, { ...shop, language: 'en' })
    for (const [width, columns] of [
      [58, 32],
      [80, 48],
    ] as const) {
      const page = receiptPage(lines, { width, language: 'en' })
      const rows = [...page.html.matchAll(/<div class="(\w+)">([^<]*)<\/div>/g)]
      for (const [, weight, row = ''] of rows) {
        expect(row.replace(/&\w+;/g, '.').length).toBeLessThanOrEqual(
          weight === 'large' ? columns / 2 : columns,
        )
      }
      const heights = rows.reduce((sum, [, weight]) => sum + (weight === 'large' ? 8.4 : 4.2), 0)
      expect(page.height).toBe(Math.ceil(heights + 14 + 10))
    }
  })

  test('a receipt page has the gift card’s code as a barcode only when the barcode fits on the paper', () => {
    const task: GiftCardTask = {
      ...({ reference: 'bill_1.line_1', task: 'issue', kind: 'gift', state: 'to_hand_over' } as const),
      ...{ amount: 2500, currency: 'USD', card_id: 'gc_1', bill: 'KT1042' },
      ...{ code: 'BCDFGHJKLMNPQRSB', last_four: 'QRSB', detail: '' },
    }
    const barsOn = (width: 58 | 80) =>
      /<svg [^>]*width:([\d.]+)mm/.exec(
        receiptPage(giftCardSlip(task, { ...shop, language: 'en' }), { width, language: 'en' }).html,
      )?.[1]
    // The printable widths of 80 mm and 58 mm rolls.
    expect(Number(barsOn(80))).toBeLessThanOrEqual(72)
    expect(barsOn(58)).toBeUndefined()
  })

  test('a receipt page runs and loads nothing, whatever the names of shop and customer contain', () => {
    const named = { ...bill, note: '<script>alert(1)</script><img src=x>' }
    const { html } = receiptPage(billReceipt(named, { ...shop, language: 'en' }), {
      width: 80,
      language: 'en',
    })
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain("default-src 'none'")
  })
})

test('a word as long as the paper is wide, or twice as long, leaves no empty line below it', () => {
  const rowsOf = (text: string) => receiptText([{ kind: 'text', text, align: 'left', weight: 'normal' }], 10)
  expect(rowsOf('abcdefghij')).toEqual(['abcdefghij'])
  expect(rowsOf('abcdefghijABCDEFGHIJ')).toEqual(['abcdefghij', 'ABCDEFGHIJ'])
  expect(rowsOf('')).toEqual([''])
  expect(rowsOf('abcdefghij ')).toEqual(['abcdefghij'])
})

test('text of several lines is printed in as many rows, without control characters', () => {
  const footer = 'Thank you!\r\nReturns within 30 days\n\n\tKeep this receipt'
  const line = { kind: 'text', text: footer, align: 'left', weight: 'normal' } as const
  expect(receiptText([line], 40)).toEqual(['Thank you!', 'Returns within 30 days', '', 'Keep this receipt'])
  expect(
    receiptText([{ kind: 'pair', left: 'Tea\nwith milk', right: '$3.00', weight: 'normal' }], 20),
  ).toEqual(['Tea', 'with milk      $3.00'])
  const { html, height } = receiptPage([line], { width: 80, language: 'en' })
  expect(html).toContain('>Returns within 30 days</div>')
  expect(height).toBe(Math.ceil(4 * 4.2 + 10))
})

test('a value longer than the paper is wide is printed completely, aligned to the right', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const rows = receiptText([{ kind: 'pair', left: 'Payment', right: id, weight: 'normal' }], 32)
  expect(rows[0]).toBe('Payment')
  expect(
    rows
      .slice(1)
      .map((row) => row.trimStart())
      .join(''),
  ).toBe(id)
  expect(rows.slice(1).map(({ length }) => length)).toEqual(rows.slice(1).map(() => 32))
})

test('combining accents in a name do not shift its price', () => {
  const rows = receiptText([{ kind: 'pair', left: 'Cafe\u0301', right: '$3.00', weight: 'normal' }], 20)
  expect(rows).toEqual(['Café           $3.00'])
})
