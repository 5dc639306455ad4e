import { randomInt } from 'node:crypto'
import { isMissingOperation } from '../../src-shared/api/client.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { GiftCardAnswer } from '../../src-shared/pos/bill/gift-card-events.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type {
  FoundGiftCard,
  GiftCardsStatus,
  GiftCardTask,
} from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { giftCardSlip } from '../../src-shared/receipt/gift-card-slip.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { err, ok } from '../../src-shared/result.ts'
import { pause } from '../async/pause.ts'
import type { PrintJob, ReceiptPrinter } from '../printing/receipt-printer.ts'
import { callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { type RedeemAsked, sendRedeem } from './ask-service.ts'
import { blockCard, findCards, foundCard, historyOf, type SalesOfCards } from './card-history.ts'
import { type GiftCardTaskOptions, startGiftCardTasks } from './gift-card-tasks.ts'
import { newTask, tasksOfBill } from './tasks-of-bill.ts'

/** Gift cards and store credit at this counter; the ledger itself is the service's (docs/decisions/0068). */
export interface GiftCardService {
  /** Loads onto cards, and gives back to them, what the bill requires: each once, over any number of runs. */
  follow(bill: Bill): Promise<void>
  /** Puts a return's value on a card. @returns null at the end of the run, while the outcome is unknown */
  put(asked: PutOnCard): Promise<PutDone | null>
  /** Asks until the answer is certain; null once it is no longer awaited. */
  redeem(asked: RedeemAsked, isAwaited: () => boolean): Promise<GiftCardAnswer | null>
  lookUp(code: string): Promise<PosResult<'gift_cards.look_up'>>
  find(asked: PosCommandPayload<'gift_cards.find'>): Promise<PosResult<'gift_cards.find'>>
  history(asked: PosCommandPayload<'gift_cards.history'>): Promise<PosResult<'gift_cards.history'>>
  block(asked: PosCommandPayload<'gift_cards.block'>): Promise<PosResult<'gift_cards.block'>>
  /** A card that was looked up since the start. */
  found(cardId: string): FoundGiftCard | null
  print(reference: string): Promise<PosResult<'gift_cards.print'>>
  putAway(reference: string): Promise<PosResult<'gift_cards.put_away'>>
  /** Finds out once, when the service is up, whether it supports gift cards. */
  probe(): Promise<void>
  stop(): Promise<void>
}

export interface PutOnCard
  extends Pick<GiftCardTask, 'reference' | 'amount' | 'currency' | 'last_four' | 'bill'> {
  /** Null for a new card. */
  readonly card_id: string | null
}

export type PutDone =
  | { readonly kind: 'done'; readonly card_id: string; readonly last_four: string }
  | { readonly kind: 'refused'; readonly detail: string }

interface Options extends Omit<GiftCardTaskOptions, 'onChange'> {
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly paper: () => PrintJob['width']
  readonly sales: SalesOfCards
  readonly onStatus: (status: GiftCardsStatus) => void
}

/** Also after a person has acknowledged it: its detail stays. */
const isRefused = ({ state, detail }: GiftCardTask): boolean => state === 'refused' || detail !== ''

export function createGiftCardService(options: Options): GiftCardService {
  const { client, log } = options
  const found = new Map<string, FoundGiftCard>()
  let offered: boolean | null = null
  let probing = false
  let stopped = false
  const letter = (below: number) => randomInt(below)
  const tasks = startGiftCardTasks({ ...options, onChange: publish })
  /** An earlier try may still arrive: after this reversal the ledger refuses it, or gives back what it took. */
  const takingBack = ({
    tender: { id: reference, amount, card_id, last_four },
    currency,
    bill,
  }: RedeemAsked) =>
    newTask({ task: 'reverse', perhaps: true, reference, amount, currency, card_id, last_four, bill }, letter)

  function publish(): void {
    options.onStatus({ offered: offered === true, tasks: tasks.left() })
  }

  const isWrittenDown = (task: GiftCardTask): Promise<boolean> =>
    tasks.begin(task).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, reference: task.reference }, 'gift_cards.not_written')
        return false
      },
    )

  publish()

  return {
    async follow(bill) {
      for (const task of tasksOfBill(bill, letter)) await tasks.begin(task)
    },
    async put({ card_id, ...asked }) {
      const task = card_id === null ? 'issue' : 'load'
      await tasks.begin(newTask({ ...asked, card_id, task, kind: 'credit' }, letter))
      const ended = await tasks.ended(asked.reference)
      if (isRefused(ended)) return { kind: 'refused', detail: ended.detail }
      return { kind: 'done', card_id: ended.card_id ?? '', last_four: ended.last_four }
    },
    async redeem(asked, isAwaited) {
      for (let tries = 1; !stopped && isAwaited(); tries += 1) {
        const answer = await sendRedeem(client, asked)
        const mayBeUnderWay = answer?.kind === 'refused' && (tries > 1 || asked.again === true)
        if (answer !== null && (!mayBeUnderWay || (await isWrittenDown(takingBack(asked))))) return answer
        await pause(tasks.pauseMs(tries))
      }
      return null
    },
    async lookUp(code) {
      const looked = await callService(client, 'gift_cards.look_up', { body: { code } })
      if (!looked.ok) return err(serviceRefusal(looked.error))
      const card = foundCard(looked.value)
      found.set(card.card_id, card)
      return ok(card)
    },
    find: (asked) => findCards(client, asked),
    history: (asked) => historyOf(client, options.sales, asked),
    async block(asked) {
      const changed = await blockCard(client, asked)
      if (changed.ok) {
        log.info({ card_id: asked.card_id, blocked: asked.blocked }, 'gift_cards.blocked')
        if (found.has(asked.card_id)) found.set(asked.card_id, changed.value)
      }
      return changed
    },
    found: (cardId) => found.get(cardId) ?? null,
    async print(reference) {
      const task = tasks.find(reference)
      if (task?.state !== 'to_hand_over') return refuse('not_now', `no card to hand over: ${reference}`)
      const { language } = options.shop()
      const name = `${task.bill}-${task.last_four}`
      const copies = [giftCardSlip(task, options.shop())]
      return ok({ saved: await options.printer.print({ name, copies, width: options.paper(), language }) })
    },
    async putAway(reference) {
      const task = tasks.find(reference)
      if (task?.state !== 'to_hand_over' && task?.state !== 'refused') {
        return refuse('not_now', `nothing to put away: ${reference}`)
      }
      try {
        await tasks.change({ ...task, state: 'done', code: null })
        return ok(null)
      } catch (error) {
        log.error({ err: error, reference }, 'gift_cards.not_written')
        return refuse('failed', 'it could not be saved')
      }
    },
    async probe() {
      if (offered !== null || probing || stopped) return
      probing = true
      const asked = await callService(client, 'gift_cards.liability', {})
      if (asked.ok) offered = true
      else if (isMissingOperation(asked.error)) offered = false
      probing = false
      publish()
    },
    async stop() {
      stopped = true
      await tasks.stop()
    },
  }
}
