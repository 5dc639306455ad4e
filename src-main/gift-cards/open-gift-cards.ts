import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { GiftCardEffect } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { GiftCardsStatus } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { hasGiftCard } from '../../src-shared/pos/order/has-gift-card.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { openLazily } from '../async/open-lazily.ts'
import { isThere } from '../files/is-there.ts'
import type { Log } from '../log.ts'
import type { PrintJob, ReceiptPrinter } from '../printing/receipt-printer.ts'
import type { SaleRunner } from '../sale/runner.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import type { SalesOfCards } from './card-history.ts'
import type { GiftCardService } from './gift-card-service.ts'

/** The counter's gift cards. Their code is not loaded before the service is up, or a task is left to do. */
export interface GiftCards {
  open(): Promise<GiftCardService>
  /** Carries out an effect of the bill at the counter. */
  perform(effect: GiftCardEffect): void
  /** Called before a bill is filed: writes down what it loads onto cards. */
  beforeFiling(bill: Bill): Promise<void>
  /** Called when the service is up: finds out whether it supports gift cards. */
  serviceIsUp(): void
  stop(): Promise<void>
}

export async function openGiftCards(options: {
  readonly path: string
  readonly client: ClientSource
  readonly sale: () => Pick<SaleRunner, 'bill' | 'dispatch'>
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly paper: () => PrintJob['width']
  readonly sales: SalesOfCards
  readonly onStatus: (status: GiftCardsStatus) => void
  readonly log: Log
}): Promise<GiftCards> {
  const { log, sale } = options
  const service = openLazily(async () => {
    const [{ createGiftCardService }, { openTaskJournal }] = await Promise.all([
      import('./gift-card-service.ts'),
      import('./task-journal.ts'),
    ])
    return createGiftCardService({ ...options, journal: await openTaskJournal(options.path, log) })
  })
  const failed = (error: unknown) => log.error({ err: error }, 'gift_cards.failed')

  async function redeem(asked: Extract<GiftCardEffect, { kind: 'redeem_gift_card' }>) {
    const { tender } = asked
    const isAwaited = () =>
      sale()
        .bill()
        ?.tenders.some(
          (one) => one.kind === 'gift_card' && one.id === tender.id && one.status === 'asking',
        ) === true
    const answer = await (await service.open()).redeem(asked, isAwaited)
    if (answer !== null) sale().dispatch({ kind: 'gift_card_answered', id: tender.id, answer })
  }

  if (await isThere(options.path)) await service.open().catch(failed)
  return {
    open: service.open,
    perform(effect) {
      const done =
        effect.kind === 'redeem_gift_card'
          ? redeem(effect)
          : service.open().then((cards) => cards.follow(effect.bill))
      done.catch(failed)
    },
    async beforeFiling(bill) {
      const concerns =
        bill.tenders.some(({ kind }) => kind === 'gift_card') ||
        (bill.order !== null && hasGiftCard(bill.order))
      if (concerns) await (await service.open()).follow(bill)
    },
    serviceIsUp: () =>
      void service
        .open()
        .then((cards) => cards.probe())
        .catch(failed),
    stop: async () => (await service.settled())?.stop(),
  }
}
