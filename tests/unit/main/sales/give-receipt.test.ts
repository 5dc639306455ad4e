import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPrintingService } from '../../../../src-main/printing/printing-service.ts'
import type { PrintJob } from '../../../../src-main/printing/receipt-printer.ts'
import {
  onPaper,
  printOnTerminal,
  type ReceiptContext,
  saveReceipt,
} from '../../../../src-main/sales/give-receipt.ts'
import { receiptMail } from '../../../../src-main/sales/receipt-mail.ts'
import { withCard } from '../../../../src-shared/pos/bill/tenders.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { decodePrinted, printedRows } from '../../../support/escpos-decoder.ts'
import { eventually } from '../../../support/eventually.ts'
import { must } from '../../../support/must.ts'
import { noSystemPrinters } from '../../../support/no-system-printers.ts'
import { startTcpPrinter } from '../../../support/tcp-printer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { hsn } from '../support/manager.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'
import { soldByCard as soldByCardOf } from './sold-by-card.ts'
import { soldInCash } from './sold-in-cash.ts'

let service: TestService
let asked: { readonly name: string; readonly body: unknown }[]
let jobs: PrintJob[]
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
  asked = []
  jobs = []
})
afterEach(() => service.stop())

let ids = 0
const context = (): ReceiptContext => ({
  client: () => service.client,
  terminal: {
    run: (async (name: string, body: unknown) => {
      asked.push({ name, body })
      return ok({})
    }) as unknown as ReceiptContext['terminal']['run'],
  },
  shop: () => ({ merchant: 'Ana’s', training: true, language: 'es' }),
  printHere: async () => false,
  printer: {
    async print(job) {
      jobs.push(job)
      return true
    },
  },
  paper: () => 58,
  newId: () => `req_of_a_press_${++ids}`,
  log: quietLog,
})

const soldByCard = (include_signature = false) => soldByCardOf(service, include_signature)

describe('the receipt of a completed sale', () => {
  test('a receipt is e-mailed to the typed address, in the shop’s language', async () => {
    const sale = await soldByCard()
    expect(await receiptMail(context())(sale, 'ana@example.com')).toEqual(ok({ sent: true, message: '' }))
    const { data } = await must(service.client.call('sandbox.outbox', {}))
    expect(data).toEqual([expect.objectContaining({ kind: 'email', to: ['ana@example.com'] })])
    expect(JSON.stringify(data)).toContain('APROBADO')
  })

  test('a receipt is in the language of the customer who paid, with the shop’s local time', async () => {
    const { bill, ...sale } = await soldByCard()
    const tenders = bill.tenders.map((tender) =>
      tender.kind === 'card'
        ? { ...tender, sale: { ...tender.sale, customer: { id: 'cus_1', locale: 'fr' as const } } }
        : tender,
    )
    const sold = { ...sale, bill: { ...bill, total: 2_100, opened_at: '2026-03-01T12:00:00.000Z', tenders } }
    const { shop, ...rest } = context()
    const inAuckland = { ...rest, shop: () => ({ ...shop(), timeZone: 'Pacific/Auckland' }) }
    await must(saveReceipt(inAuckland, sold, { number: 'KT1042', kind: 'sale' }))
    await must(receiptMail(inAuckland)(sold, 'ana@example.com'))
    const { data } = await must(service.client.call('sandbox.outbox', {}))
    expect(jobs[0]?.language).toBe('fr')
    expect(JSON.stringify(data)).toContain('APPROUVÉ')
    expect(receiptText(jobs[0]?.copies[0] ?? []).join('\n')).toMatch(/0?1:00/)
  })

  /** A bill paid by two cards, one of which the service knows. The other, pi_2, is the first or the second. */
  async function soldByTwoCards(place: 'first' | 'second' = 'second') {
    const { bill, ...sale } = await soldByCard()
    const [first] = bill.tenders
    if (first?.kind !== 'card') throw new Error('a card has paid it')
    const second = {
      ...first,
      sale: { ...first.sale, id: 'sale_2', intent_id: 'pi_2' },
      payment: { ...first.payment, last_four: '2222' },
    }
    const tenders = place === 'first' ? [second, first] : [first, second]
    return { sold: { ...sale, bill: { ...bill, tenders } }, one: first.sale.intent_id ?? '' }
  }

  /** E-mails the receipts of that bill; the requests for pi_2 get these answers, then succeed. */
  async function mailOfTwoCards(answers: unknown[], place: 'first' | 'second' = 'second') {
    const { sold, one } = await soldByTwoCards(place)
    const requests: (string | undefined)[][] = []
    const { call } = service.client
    const client = {
      ...service.client,
      call: async (...[name, input]: Parameters<typeof call>) => {
        const { params, idempotencyKey } = input as { params: { id: string }; idempotencyKey?: string }
        requests.push([params.id, idempotencyKey])
        if (params.id !== 'pi_2') return call(name, input)
        return answers.shift() ?? ok({ success: true, message: '' })
      },
    } as unknown as typeof service.client
    let ids = 0
    const keys = Array.from({ length: 5 }, () => randomUUID())
    const mail = receiptMail({ ...context(), client: () => client, newId: () => keys[ids++] ?? '' })
    const press = () => mail(sold, 'ana@example.com')
    return { press, requests, keys, one }
  }

  test('after a failure of one of two cards, a retry sends only the missing receipt, and a later request sends both', async () => {
    const { press, requests, keys, one } = await mailOfTwoCards([
      err({ kind: 'no_answer', reason: 'cut' }),
      err({ kind: 'refused', status: 500, error: { code: 'internal_error' } }),
    ])
    const second = ok({ sent: false, message: 'Visa ****\u00a02222' })
    expect(await press()).toEqual(second)
    expect(await press()).toEqual(second)
    expect(await press()).toEqual(ok({ sent: true, message: '' }))
    expect(await press()).toEqual(ok({ sent: true, message: '' }))
    expect(requests).toEqual([
      [one, keys[0]],
      ['pi_2', keys[1]],
      ['pi_2', keys[1]],
      ['pi_2', keys[1]],
      [one, keys[2]],
      ['pi_2', keys[3]],
    ])
  })

  test.each([
    ['is refused', err({ kind: 'refused', status: 404, error: { code: 'resource_missing' } })],
    ['cannot be sent', ok({ success: false, message: 'was not sent: no such address.' })],
  ])(
    'when the second card %s, a retry sends only its receipt, and a later request sends both',
    async (_, answer) => {
      const { press, requests, keys, one } = await mailOfTwoCards([answer])
      expect(await press()).not.toEqual(ok({ sent: true, message: '' }))
      expect(await press()).toEqual(ok({ sent: true, message: '' }))
      expect(await press()).toEqual(ok({ sent: true, message: '' }))
      expect(requests).toEqual([
        [one, keys[0]],
        ['pi_2', keys[1]],
        ['pi_2', keys[2]],
        [one, keys[3]],
        ['pi_2', keys[4]],
      ])
    },
  )

  test('of a bill with two cards, each receipt that was not sent is named with the service’s reason', async () => {
    const client = {
      ...service.client,
      call: async (_: string, { params: { id } }: { readonly params: { readonly id: string } }) =>
        id === 'pi_2'
          ? err({ kind: 'refused', status: 404, error: { code: 'resource_missing' } })
          : ok({ success: false, message: 'no such address.' }),
    } as unknown as typeof service.client
    const { sold } = await soldByTwoCards()
    const sent = await receiptMail({ ...context(), client: () => client })(sold, 'ana@example.com')
    expect(sent).toEqual(
      ok({
        sent: false,
        message: expect.stringMatching(/^Visa \*{4}\u00a0\d{4}: no such address\. · Visa \*{4}\u00a02222$/),
      }),
    )
  })

  test('of a bill with two cards, a receipt not tried after a missing answer is named as well', async () => {
    const { press, requests } = await mailOfTwoCards([err({ kind: 'no_answer', reason: 'cut' })], 'first')
    const sent = await press()
    expect(requests).toHaveLength(1)
    expect(sent).toEqual(
      ok({ sent: false, message: expect.stringMatching(/^Visa \*{4}\u00a02222 · Visa \*{4}\u00a0\d{4}$/) }),
    )
  })

  test('of a bill with two cards, the second receipt is sent even if the first is refused', async () => {
    const refused = err({ kind: 'refused', status: 404, error: { code: 'resource_missing' } })
    const { press, requests, one } = await mailOfTwoCards([refused], 'first')
    expect(await press()).toMatchObject(
      ok({ sent: false, message: expect.stringContaining('Visa ****\u00a0') }),
    )
    expect(requests.map(([id]) => id)).toEqual(['pi_2', one])
  })

  test('of a bill with three cards, the terminal prints all receipts except the one it could not print', async () => {
    const { bill, ...sale } = await soldByCard()
    const [tender] = bill.tenders
    if (tender?.kind !== 'card') throw new Error('it was paid by card')
    const other = (payment_id: string, last_four: string) => ({
      ...tender,
      payment: { ...tender.payment, payment_id, last_four },
      signed_here: true as const,
    })
    const three = { ...bill, tenders: [tender, other('pmt_2', '2222'), other('pmt_3', '3333')] }
    const printed: string[] = []
    const run = async (_: string, { payment_id }: { readonly payment_id: string }) => {
      printed.push(payment_id)
      return payment_id === 'pmt_2'
        ? err({ kind: 'refused', status: 409, error: { code: 'printer_out_of_paper' } })
        : ok({})
    }
    const terminal = { run: run as unknown as ReceiptContext['terminal']['run'] }
    const done = await printOnTerminal({ ...context(), terminal }, { ...sale, bill: three })
    expect(printed).toEqual([tender.payment.payment_id, 'pmt_2', 'pmt_3'])
    expect(done).toEqual(ok({ not_printed: [expect.stringContaining('2222')], cancelled: false }))
  })

  test('of a bill with several cards, a cancel on the terminal stops the remaining receipts', async () => {
    const { sold } = await soldByTwoCards()
    const printed: string[] = []
    const run = async (_: string, { payment_id }: { readonly payment_id: string }) => {
      printed.push(payment_id)
      return err({ kind: 'refused', status: 500, error: { code: 'terminal_cancelled' } })
    }
    const terminal = { run: run as unknown as ReceiptContext['terminal']['run'] }
    const done = await printOnTerminal({ ...context(), terminal }, sold)
    expect(printed).toHaveLength(1)
    expect(done).toEqual(
      ok({
        not_printed: [expect.stringContaining('Visa'), expect.stringContaining('2222')],
        cancelled: true,
      }),
    )
  })

  test('the receipt of a cash sale is neither sent nor printed on the terminal, since it has no payment', async () => {
    expect(await receiptMail(context())(soldInCash, 'ana@example.com')).toMatchObject({ ok: false })
    expect(await printOnTerminal(context(), soldInCash)).toMatchObject({ ok: false })
    expect(asked).toEqual([])
  })

  test('the terminal prints a receipt once, and twice if a signature was taken', async () => {
    const sale = await soldByCard()
    await must(printOnTerminal(context(), sale))
    const { call } = service.client
    const signed = {
      ...service.client,
      call: async (...request: Parameters<typeof call>) => {
        const answer = await call(...request)
        return answer.ok ? ok({ ...answer.value, signature: 'a picture' }) : answer
      },
    } as typeof service.client
    await must(printOnTerminal({ ...context(), client: () => signed }, sale))
    const [tender] = sale.bill.tenders
    const payment_id = tender?.kind === 'card' ? tender.payment.payment_id : ''
    expect(asked).toEqual([
      { name: 'terminals.print_receipt', body: { payment_id } },
      { name: 'terminals.print_receipt', body: { payment_id, print_extra_receipt: true } },
    ])
  })

  test('the counter’s printer prints a receipt, and the shop’s copy if a signature was taken, each cut off', async () => {
    const device = await startTcpPrinter()
    const folder = await temporaryFolder('give-receipt')
    let ids = 0
    const printing = await openPrintingService({
      paths: { printers: join(folder, 'printers.json'), prints: join(folder, 'prints.jsonl') },
      onStatus: () => undefined,
      system: noSystemPrinters,
      newId: () => `prn_${++ids}`,
      log: quietLog,
    })
    const papers = () => {
      const all = decodePrinted(device.paper())
      return { cuts: all.filter(({ kind }) => kind === 'cut').length, rows: printedRows(device.paper()) }
    }
    try {
      await must(
        printing.save({
          id: null,
          name: 'Counter',
          address: { kind: 'tcp', host: '127.0.0.1', port: device.port },
          language: 'esc-pos',
          columns: 48,
          letters: 'epson',
          cuts: true,
          drawer: false,
          each_sale: true,
        }),
      )
      const eachSale = printing.eachSale()
      const signed = await soldByCard(true)
      await eachSale?.(await onPaper(context(), signed))
      await eventually(() => expect(papers().cuts).toBe(2))
      const ofSigned = papers().rows.join('\n')
      expect(ofSigned).toMatch(/COPIA DEL COMERCIO[\s\S]*COPIA DEL CLIENTE/)
      expect(ofSigned.match(/COPIA DEL COMERCIO/g)).toHaveLength(1)
      expect(ofSigned.match(/COPIA DEL CLIENTE/g)).toHaveLength(1)

      const plain = await soldByCard()
      await eachSale?.(await onPaper(context(), plain))
      await eventually(() => expect(papers().cuts).toBe(3))
      expect(
        papers()
          .rows.join('\n')
          .match(/COPIA DEL COMERCIO/g),
      ).toHaveLength(1)

      const [tender] = plain.bill.tenders
      if (tender?.kind !== 'card') throw new Error('it was paid by card')
      const drawn = { ...tender, signature: 'data:image/png;base64,AA==' }
      const bill = withCard({ ...plain.bill, tenders: [] }, drawn)
      await eachSale?.(await onPaper(context(), { ...plain, bill }))
      await eventually(() => expect(papers().cuts).toBe(5))
    } finally {
      await printing.stop()
      await device.unplug()
    }
  })

  test('a receipt that lacks a card’s details reports it on paper and to the counter, and is complete the next time', async () => {
    const sale = await soldByCard(true)
    const silent = { ...context(), client: () => null }
    const short = await onPaper(silent, sale)
    expect(short).toMatchObject({ name: 'KT1042', complete: false })
    expect(receiptText(short.copies.flat()).join('\n')).toMatch(/Tarjeta Visa.*\n.*No se pudieron cargar/)
    expect(await saveReceipt(silent, sale, { number: 'KT1042', kind: 'sale' })).toEqual(
      ok({ saved: true, complete: false }),
    )
    expect(await saveReceipt(silent, sale, { number: 'KT1042', kind: 'gift' })).toEqual(
      ok({ saved: true, complete: true }),
    )
    const later = await onPaper(context(), sale)
    expect(later.complete).toBe(true)
    expect(receiptText(later.copies[0] ?? []).join('\n')).toMatch(/COPIA DEL COMERCIO/)
  })

  test('the terminal does not print while it is unknown whether the shop needs a copy', async () => {
    const sale = await soldByCard(true)
    expect(await printOnTerminal({ ...context(), client: () => null }, sale)).toMatchObject({
      ok: false,
      error: { code: 'service_away' },
    })
    expect(asked).toEqual([])
  })

  test('a saved receipt has the paper’s width, with the cards’ receipts below the bill’s unless one card paid all', async () => {
    const { bill, ...rest } = await soldByCard()
    const sale = { ...rest, bill: { ...bill, total: 2_100 } }
    expect(await saveReceipt(context(), sale, { number: 'KT1042', kind: 'sale' })).toEqual(
      ok({ saved: true, complete: true }),
    )
    const [job] = jobs
    expect(job).toMatchObject({ name: 'KT1042', width: 58, language: 'es' })
    expect(job?.copies).toHaveLength(2)
    const text = receiptText(job?.copies.flat() ?? []).join('\n')
    expect(text).toMatch(/PRÁCTICA/)
    expect(text).toMatch(/AID +A0000000031010/)
    // On one receipt, the head and everything shared by bill and card are printed once.
    for (const once of [/Ana’s/g, /PRÁCTICA/g, /COPIA DEL CLIENTE/g, /^Recibo/gm])
      expect(text.match(once), String(once)).toHaveLength(1)
    expect(job?.copies.flat().filter(({ kind }) => kind === 'barcode')).toHaveLength(1)
    // For a single card, total and number are shown once.
    await must(saveReceipt(context(), { ...rest, bill }, { number: 'KT1042', kind: 'sale' }))
    const alone = jobs[1]?.copies.flat() ?? []
    expect(receiptText(alone).filter((row) => /^TOTAL/i.test(row))).toHaveLength(1)
    expect(alone.filter(({ kind }) => kind === 'barcode')).toHaveLength(1)
    expect(
      await saveReceipt(context(), sale, { number: 'KT1042', kind: 'return', return_id: 'ret_9' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
  })
})
