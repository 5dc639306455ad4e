import type { CallFailure, Client } from '../../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Result } from '../../../src-shared/result.ts'

/** One request with its idempotency key: sending it again repeats the same request. */
type Request = (client: Client) => Promise<Result<PaymentIntent, CallFailure>>

/** A client's knowledge of one of its intents. */
export interface Tracked {
  readonly reference: string
  /** The last state that the service acknowledged; null before the creation is acknowledged. */
  acknowledged: PaymentIntent | null
  /** A request that was sent and not answered, so its outcome is unknown. */
  unanswered: Request | null
}

/** The books of all clients of a run, kept through every crash. */
export interface Books {
  readonly tracked: Tracked[]
  readonly random: () => number
  readonly name: string
  count: number
}

/** The next request of a client: mostly a new intent, else a change to an open one. */
function nextRequest(books: Books, open: Tracked[]): readonly [Tracked, Request] {
  books.count += 1
  const { random } = books
  const idempotencyKey = `${books.name}-key-${books.count}`
  const amount = Math.floor(random() * 1_000_000)
  const choice = random()
  const index = Math.floor(random() * open.length)
  const one = choice < 0.5 ? undefined : open[index]
  if (one?.acknowledged === undefined || one.acknowledged === null) {
    const reference = `${books.name}-${books.count}`
    const created: Tracked = { reference, acknowledged: null, unanswered: null }
    books.tracked.push(created)
    open.push(created)
    const body = { amount, reference_id: reference, description: 'x'.repeat(Math.floor(random() * 900)) }
    return [created, (client) => client.call('payment_intents.create', { idempotencyKey, body })]
  }
  const params = { id: one.acknowledged.id }
  if (choice < 0.85) {
    return [
      one,
      (client) => client.call('payment_intents.update', { idempotencyKey, params, body: { amount } }),
    ]
  }
  open.splice(index, 1)
  return [one, (client) => client.call('payment_intents.cancel', { idempotencyKey, params, body: {} })]
}

/** One client, one request after another, until the service no longer answers. @throws on a refusal. */
async function runClient(client: Client, books: Books): Promise<void> {
  const open: Tracked[] = []
  for (;;) {
    const [tracked, request] = nextRequest(books, open)
    tracked.unanswered = request
    const answer = await request(client)
    if (!answer.ok && answer.error.kind === 'no_answer') return
    if (!answer.ok) throw new Error(`the load was refused: ${JSON.stringify(answer.error)}`)
    tracked.unanswered = null
    tracked.acknowledged = answer.value
  }
}

/** Resolves when every client has noticed that the service is dead. */
export const runLoad = async (client: Client, books: Books, clients: number): Promise<void> =>
  void (await Promise.all(Array.from({ length: clients }, () => runClient(client, books))))

/**
 * Repeats unanswered requests with the same key. @returns the intents whose key a dead process still holds: on a
 * database that nodes share, its death is noticed only after a while.
 */
export async function settle(client: Client, books: Books): Promise<readonly Tracked[]> {
  const held: Tracked[] = []
  for (const tracked of books.tracked) {
    if (tracked.unanswered === null) continue
    const answer = await tracked.unanswered(client)
    if (answer.ok) {
      tracked.unanswered = null
      tracked.acknowledged = answer.value
    } else if (answer.error.kind === 'refused' && answer.error.error.code === 'idempotency_in_progress') {
      held.push(tracked)
    } else throw new Error(`a repeat was not answered: ${JSON.stringify(answer.error)}`)
  }
  return held
}
