import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { printedCard } from '../../src-shared/payments/card-name.ts'
import { cardsOf } from '../../src-shared/pos/bill/balance.ts'
import type { Bill, CardTender } from '../../src-shared/pos/bill/bill.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { languageFor } from '../../src-shared/pos/customer/customer.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { billReceipt, giftReceipt } from '../../src-shared/receipt/bill-receipt.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { isCapturedWithGoods, type ReceiptCopy } from '../../src-shared/receipt/receipt.ts'
import { type GivenOutcome, receiptOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { rule, space, text } from '../../src-shared/receipt/receipt-parts.ts'
import { receiptWords } from '../../src-shared/receipt/receipt-words.ts'
import { returnReceipt, type ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import type { PaperJob } from '../printing/printing-service.ts'
import type { PrintJob, ReceiptPrinter } from '../printing/receipt-printer.ts'
import { cardReceipt } from '../sale/receipts.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf, hasReplied, reasonOf, type TerminalFailure } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { TerminalConnection } from '../terminal/connection.ts'
import { nameOfCard } from './send-receipts.ts'

export interface ReceiptContext {
  readonly client: ClientSource
  readonly terminal: Pick<TerminalConnection, 'run'>
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly paper: () => PrintJob['width']
  /** Prints on the counter's own printer; false: it has none. */
  readonly printHere: (job: PaperJob) => Promise<boolean>
  /** Creates the name of an e-mail request. */
  readonly newId: () => string
  readonly log: Log
}

/** Whether the customer signed, on the terminal or on a screen of the counter. */
const isSigned = (card: CardTender, payment: Payment | null): boolean =>
  card.signed_here === true || (payment?.terminal_details?.signature ?? payment?.signature ?? null) !== null

/**
 * Prints the receipts of a bill's card payments on the terminal, with a second copy to keep where it was signed. A
 * failed receipt does not hold up the others; a cancel at the terminal ends the printing.
 */
export async function printOnTerminal(
  context: ReceiptContext,
  { bill }: SoldSale,
): Promise<PosResult<'receipts.print'>> {
  const cards = cardsOf(bill)
  if (cards.length === 0) return refuse('not_available', 'no card has paid it')
  const missing: CardTender[] = []
  let first: TerminalFailure | null = null
  let waitsInVain = false
  let cancelled = false
  for (const card of cards) {
    const failure: TerminalFailure | null = waitsInVain ? first : await printCard(context, card)
    if (failure === null) continue
    const about = { detail: detailOf(failure), payment_id: card.payment.payment_id }
    context.log.warn(about, 'sales.receipt_not_printed')
    missing.push(card)
    first ??= failure
    cancelled ||= isCancelled(failure)
    // The terminal does not answer, or the receipts were cancelled: the next one is not tried.
    waitsInVain ||= cancelled || !hasReplied(failure)
  }
  return first !== null && missing.length === cards.length && !cancelled
    ? err(serviceRefusal(first))
    : ok({ not_printed: missing.map(nameOfCard), cancelled })
}

const isCancelled = (failure: TerminalFailure): boolean => reasonOf(failure) === 'cancelled_by_customer'

/** @returns the failure; null when it was printed */
async function printCard(
  { client, terminal }: ReceiptContext,
  card: CardTender,
): Promise<TerminalFailure | null> {
  const { payment_id } = card.payment
  const found = await callService(client, 'payments.get', { params: { id: payment_id } })
  // It is unknown whether it was signed, so whether the shop needs a copy.
  if (!found.ok && card.signed_here !== true) return found.error
  const signed = isSigned(card, found.ok ? found.value : null)
  const printed = await terminal.run('terminals.print_receipt', {
    payment_id,
    ...(signed ? { print_extra_receipt: true } : {}),
  })
  return printed.ok ? null : printed.error
}

/** The shop's facts in the language of the customer who paid by card. */
function shopFor(bill: Bill, shop: ShopFacts): ShopFacts {
  const payer = cardsOf(bill).find(({ sale }) => sale.customer !== null)?.sale.customer ?? null
  return { ...shop, language: languageFor(payer, shop.language) }
}

/** Saves the receipt as a PDF. */
export async function saveReceipt(
  context: ReceiptContext,
  sale: SoldSale,
  { kind, return_id }: PosCommandPayload<'receipts.save'>,
): Promise<PosResult<'receipts.save'>> {
  const { printer, shop, paper } = context
  const papers = await papersOf(context, sale, kind, return_id ?? null)
  if (papers === null) return refuse('not_found', `no return ${return_id}`)
  const { copies, complete } = papers
  const { language } = shopFor(sale.bill, shop())
  const saved = await printer.print({ name: sale.bill.number, copies, width: paper(), language })
  return ok({ saved, complete })
}

/** The customer's receipts as one copy; before it the shop's copy for each card that was signed for. */
export async function onPaper(context: ReceiptContext, { bill, returns }: SoldSale): Promise<PaperJob> {
  const shop = shopFor(bill, context.shop())
  const cards = await cardsWithReceipt(context, bill)
  const kept = cards.found
    .filter(({ signed }) => signed)
    .map((card) => receiptOf(card, bill, context.shop(), 'merchant'))
  return {
    name: bill.number,
    language: shop.language,
    copies: [...kept, customersReceipts({ bill, returns }, cards, shop).flat()],
    complete: cards.missing.length === 0,
  }
}

/** The bill's receipt with its cards' below. If one card paid everything, only its receipt: it has the same facts. */
function customersReceipts(
  { bill, returns }: Pick<SoldSale, 'bill' | 'returns'>,
  { found, missing }: CardsOnPaper,
  shop: ShopFacts,
): readonly (readonly ReceiptLine[])[] {
  const [card] = found
  if (card !== undefined && isAllOf(card, bill, returns)) return [receiptOf(card, bill, shop, 'customer')]
  return [
    billReceipt(bill, shop, returns),
    ...found.map((one) => below(one, bill, shop)),
    ...missing.map((one) => withoutDetails(one, shop)),
  ]
}

/** Whether one card alone paid the bill, nothing was returned, and its receipt names goods, tip and surcharge. */
function isAllOf({ sale, payment }: CardOnPaper, bill: Bill, returns: SoldSale['returns']): boolean {
  const [only, ...others] = bill.tenders
  return (
    others.length === 0 &&
    only?.kind === 'card' &&
    only.status === 'paid' &&
    only.amount === bill.total &&
    only.tip === sale.tip &&
    only.surcharge === sale.surcharge &&
    sale.bill?.number === bill.number &&
    (sale.tab === null || isCapturedWithGoods(payment)) &&
    returns.every(({ status }) => status === 'cancelled')
  )
}

/** The requested paper for the counter's printer. @returns null where there is no such return */
export async function jobFor(
  context: ReceiptContext,
  sale: SoldSale,
  { kind, return_id }: Pick<PosCommandPayload<'prints.receipt'>, 'kind' | 'return_id'>,
): Promise<PaperJob | null> {
  if (kind === 'sale') return onPaper(context, sale)
  const papers = await papersOf(context, sale, kind, return_id ?? null)
  const { language } = shopFor(sale.bill, context.shop())
  return papers && { name: sale.bill.number, language, copies: papers.copies, complete: null }
}

interface CardOnPaper {
  readonly sale: CardTender['sale']
  readonly payment: Payment
  readonly outcome: GivenOutcome
  readonly signed: boolean
}

interface CardsOnPaper {
  readonly found: readonly CardOnPaper[]
  /** Cards whose payments the service did not report. */
  readonly missing: readonly CardTender[]
}

/** The service has the details that card networks require; without them the bill names brand, last four and amount. */
async function cardsWithReceipt({ client, log }: ReceiptContext, bill: Bill): Promise<CardsOnPaper> {
  const found: CardOnPaper[] = []
  const missing: CardTender[] = []
  for (const card of cardsOf(bill)) {
    const { payment_id } = card.payment
    const payment = await callService(client, 'payments.get', { params: { id: payment_id } })
    if (!payment.ok) {
      log.warn({ detail: detailOf(payment.error), payment_id }, 'sales.receipt_incomplete')
      missing.push(card)
      continue
    }
    const outcome = receiptOutcome(payment.value)
    if (outcome.kind === 'none') continue
    found.push({
      sale: card.sale,
      payment: payment.value,
      outcome,
      signed: isSigned(card, payment.value),
    })
  }
  return { found, missing }
}

const receiptOf = (
  { payment, outcome, sale }: CardOnPaper,
  bill: Bill,
  shop: ShopFacts,
  copy: ReceiptCopy | 'below_bill',
): readonly ReceiptLine[] => cardReceipt(payment, outcome, { ...sale, order: bill.order }, shop, copy)

/** The card's part below the bill's receipt, which has the head, the number and the barcode of both. */
const below = (card: CardOnPaper, bill: Bill, shop: ShopFacts): readonly ReceiptLine[] => [
  space,
  rule,
  ...receiptOf(card, bill, shop, 'below_bill'),
]

/** Replaces a card's receipt below the bill's: it states that details are missing. */
const withoutDetails = (
  { payment: { brand, last_four } }: CardTender,
  { language }: ShopFacts,
): readonly ReceiptLine[] => {
  const { card, detailsMissing } = receiptWords[language]
  return [space, text(`${card} ${printedCard(brand, last_four)}`, 'bold'), text(detailsMissing)]
}

interface Papers {
  readonly copies: readonly (readonly ReceiptLine[])[]
  readonly complete: boolean
}
const whole = (lines: readonly ReceiptLine[]): Papers => ({ copies: [lines], complete: true })

async function papersOf(
  context: ReceiptContext,
  { bill, returns }: SoldSale,
  kind: PosCommandPayload<'receipts.save'>['kind'],
  returnId: string | null,
): Promise<Papers | null> {
  const shop = shopFor(bill, context.shop())
  if (kind === 'gift') return whole(giftReceipt(bill, shop))
  if (kind === 'return') {
    const one = returns.find(({ id, status }) => id === returnId && status === 'done')
    return one === undefined ? null : whole(returnReceipt(one, shop))
  }
  const cards = await cardsWithReceipt(context, bill)
  return {
    copies: customersReceipts({ bill, returns }, cards, shop),
    complete: cards.missing.length === 0,
  }
}
