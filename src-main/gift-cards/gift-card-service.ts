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
import type { Log } from '../log.ts'
import { pause } from '../pause.ts'
import type { PrintJob, ReceiptPrinter } from '../printing/receipt-printer.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-refusal.ts'
import { detailOf } from '../terminal/failures.ts'
import { isCertain, type RedeemAsked, sendRedeem, sendTask } from './ask-service.ts'
import { blockCard, findCards, foundCard, historyOf, type SalesOfCards } from './card-history.ts'
import type { TaskJournal } from './task-journal.ts'
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

interface Options {
  readonly journal: TaskJournal
  readonly client: ClientSource
  readonly shop: () => ShopFacts
  readonly printer: ReceiptPrinter
  readonly paper: () => PrintJob['width']
  readonly sales: SalesOfCards
  readonly onStatus: (status: GiftCardsStatus) => void
  /** Pause before an unanswered request is repeated, in ms; it grows each time. */
  readonly retryMs?: number
  readonly log: Log
}

const longestPauseMs = 60_000

/** Also after a person has acknowledged it: its detail stays. */
const isRefused = ({ state, detail }: GiftCardTask): boolean => state === 'refused' || detail !== ''

export function createGiftCardService(options: Options): GiftCardService {
  const { journal, client, log, retryMs = 2_000 } = options
  const tasks = new Map(journal.found.map((task) => [task.reference, task]))
  const found = new Map<string, FoundGiftCard>()
  const beginning = new Map<string, Promise<void>>()
  const waiting = new Map<string, ((task: GiftCardTask) => void)[]>()
  let offered: boolean | null = null
  let probing = false
  let stopped = false
  const letter = (below: number) => randomInt(below)
  /** An earlier try may still arrive: after this reversal the ledger refuses it, or gives back what it took. */
  const takingBack = ({
    tender: { id: reference, amount, card_id, last_four },
    currency,
    bill,
  }: RedeemAsked) =>
    newTask({ task: 'reverse', perhaps: true, reference, amount, currency, card_id, last_four, bill }, letter)
  const pauseMs = (tries: number) => Math.min(longestPauseMs, retryMs * tries)

  const publish = () =>
    options.onStatus({
      offered: offered === true,
      tasks: [...tasks.values()].filter(({ state }) => state !== 'done'),
    })

  async function change(task: GiftCardTask): Promise<void> {
    await journal.write(task)
    tasks.set(task.reference, task)
    publish()
  }

  /** Writes what has happened, as soon as it can be written. */
  async function record(task: GiftCardTask): Promise<void> {
    for (let tries = 1; !stopped; tries += 1) {
      try {
        await change(task)
        break
      } catch (error) {
        log.error({ err: error, reference: task.reference }, 'gift_cards.not_written')
        await pause(pauseMs(tries))
      }
    }
    for (const answer of waiting.get(task.reference) ?? []) answer(task)
    waiting.delete(task.reference)
  }

  /** @param again whether the previous run may have sent it */
  async function run(task: GiftCardTask, again = false): Promise<void> {
    for (let tries = 1; !stopped; tries += 1) {
      const sent = await sendTask(client, task)
      if (sent.ok) {
        const { id: card_id } = sent.value.gift_card
        log.info({ reference: task.reference, task: task.task, card_id }, 'gift_cards.done')
        return record({ ...task, card_id, state: task.task === 'issue' ? 'to_hand_over' : 'done' })
      }
      const detail = detailOf(sent.error)
      log.warn({ reference: task.reference, task: task.task, detail }, 'gift_cards.not_done')
      const isFirst = tries === 1 && !again
      if (isCertain(sent.error) && (isFirst || (await isTakenBack(task)))) {
        return record({ ...task, state: 'refused', code: null, detail })
      }
      await pause(pauseMs(tries))
    }
  }

  /**
   * Whether earlier tries of a refused task can no longer put anything on the card. A card to be issued has no id yet
   * for a reversal; if an earlier try still issues it, nobody has its code, so it cannot be spent.
   */
  async function isTakenBack(task: GiftCardTask): Promise<boolean> {
    if (task.task !== 'load') return true
    const back = await sendTask(client, { ...task, task: 'reverse' })
    // If it was loaded after all and is spent, it stands: repeating the same request returns it.
    return back.ok || (isCertain(back.error) && back.error.error.code !== 'gift_card_balance_too_low')
  }

  /** Resolves once the task is on the disk, for every caller: a bill is filed after that. */
  const begin = (task: GiftCardTask): Promise<void> => {
    const { reference } = task
    if (tasks.has(reference)) return Promise.resolve()
    const written =
      beginning.get(reference) ??
      change(task)
        .then(() => void run(task))
        .finally(() => beginning.delete(reference))
    beginning.set(reference, written)
    return written
  }

  const isWrittenDown = (task: GiftCardTask): Promise<boolean> =>
    begin(task).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, reference: task.reference }, 'gift_cards.not_written')
        return false
      },
    )

  for (const task of journal.found) if (task.state === 'waiting') void run(task, true)
  publish()

  return {
    async follow(bill) {
      for (const task of tasksOfBill(bill, letter)) await begin(task)
    },
    async put({ card_id, ...asked }) {
      const task = card_id === null ? 'issue' : 'load'
      await begin(newTask({ ...asked, card_id, task, kind: 'credit' }, letter))
      const isOver = ({ state }: GiftCardTask) => state !== 'waiting'
      const known = tasks.get(asked.reference)
      const ended =
        known !== undefined && isOver(known)
          ? known
          : await new Promise<GiftCardTask>((resolve) => {
              waiting.set(asked.reference, [...(waiting.get(asked.reference) ?? []), resolve])
            })
      if (isRefused(ended)) return { kind: 'refused', detail: ended.detail }
      return { kind: 'done', card_id: ended.card_id ?? '', last_four: ended.last_four }
    },
    async redeem(asked, isAwaited) {
      for (let tries = 1; !stopped && isAwaited(); tries += 1) {
        const answer = await sendRedeem(client, asked)
        const mayBeUnderWay = answer?.kind === 'refused' && (tries > 1 || asked.again === true)
        if (answer !== null && (!mayBeUnderWay || (await isWrittenDown(takingBack(asked))))) return answer
        await pause(pauseMs(tries))
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
      const task = tasks.get(reference)
      if (task?.state !== 'to_hand_over') return refuse('not_now', `no card to hand over: ${reference}`)
      const { language } = options.shop()
      const name = `${task.bill}-${task.last_four}`
      const copies = [giftCardSlip(task, options.shop())]
      return ok({ saved: await options.printer.print({ name, copies, width: options.paper(), language }) })
    },
    async putAway(reference) {
      const task = tasks.get(reference)
      if (task?.state !== 'to_hand_over' && task?.state !== 'refused') {
        return refuse('not_now', `nothing to put away: ${reference}`)
      }
      try {
        await change({ ...task, state: 'done', code: null })
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
      await journal.close()
    },
  }
}
