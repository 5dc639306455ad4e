import type { GiftCardTask } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { pause } from '../async/pause.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { isDecidedByLedger, sendTask } from './ask-service.ts'
import type { TaskJournal } from './task-journal.ts'

/** Carries out tasks on gift cards: each is on the disk before it is sent, and sent until the answer is certain. */
export interface GiftCardTasks {
  find(reference: string): GiftCardTask | undefined
  /** Those that are not done. */
  left(): GiftCardTask[]
  /** Resolves once the task is on the disk, for every caller: a bill is filed after that. */
  begin(task: GiftCardTask): Promise<void>
  /** Resolves with a task that was begun, once it waits for no answer any more. */
  ended(reference: string): Promise<GiftCardTask>
  /** Resolves when the changed task is on the disk. */
  change(task: GiftCardTask): Promise<void>
  /** Pause before a request is repeated, in ms. */
  pauseMs(tries: number): number
  stop(): Promise<void>
}

export interface GiftCardTaskOptions {
  readonly journal: TaskJournal
  readonly client: ClientSource
  readonly onChange: () => void
  /** Pause before an unanswered request is repeated, in ms; it grows each time. */
  readonly retryMs?: number
  readonly log: Log
}

const longestPauseMs = 60_000

/** Also continues the tasks that the last run left. */
export function startGiftCardTasks(options: GiftCardTaskOptions): GiftCardTasks {
  const { journal, client, log, retryMs = 2_000 } = options
  const tasks = new Map(journal.found.map((task) => [task.reference, task]))
  const beginning = new Map<string, Promise<void>>()
  const waiting = new Map<string, ((task: GiftCardTask) => void)[]>()
  let stopped = false
  const pauseMs = (tries: number) => Math.min(longestPauseMs, retryMs * tries)

  async function change(task: GiftCardTask): Promise<void> {
    await journal.write(task)
    tasks.set(task.reference, task)
    options.onChange()
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
      if (isDecidedByLedger(sent.error) && (isFirst || (await isTakenBack(task)))) {
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
    return back.ok || (isDecidedByLedger(back.error) && back.error.error.code !== 'gift_card_balance_too_low')
  }

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

  for (const task of journal.found) if (task.state === 'waiting') void run(task, true)
  return {
    find: (reference) => tasks.get(reference),
    left: () => [...tasks.values()].filter(({ state }) => state !== 'done'),
    begin,
    async ended(reference) {
      const known = tasks.get(reference)
      if (known !== undefined && known.state !== 'waiting') return known
      return new Promise<GiftCardTask>((resolve) => {
        waiting.set(reference, [...(waiting.get(reference) ?? []), resolve])
      })
    },
    change,
    pauseMs,
    async stop() {
      stopped = true
      await journal.close()
    },
  }
}
