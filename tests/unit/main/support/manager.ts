import { join } from 'node:path'
import {
  type ManagerOptions,
  type ManagerService,
  openManagerService,
} from '../../../../src-main/manager/manager-service.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { createMissingOperations } from '../../../../src-shared/api/missing-operations.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { CreatePaymentIntentBody } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import type { ManagerAction } from '../../../../src-shared/pos/manager/manager.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog, type TestService, until } from './service.ts'

export const hsn = 'VT-1'

/**
 * The fate of a request: it is answered, its answer is lost, it never arrives, or the service has no such operation.
 */
export type Fate = 'answered' | 'lost' | 'never_arrives' | 'unknown'

/** The manager service with its own journal, against a real service over a connection that a test may cut. */
export interface ManagerHarness extends ManagerService {
  readonly journal: string
  /** Every request that was sent, as `POST /path`. */
  readonly sent: readonly string[]
  readonly ended: readonly ManagerAction[]
  action(id: string): ManagerAction
  /** Waits until the action has ended. */
  end(id: string): Promise<ManagerAction>
}

export async function startManagerHarness(
  service: TestService,
  options: Partial<ManagerOptions> & {
    readonly fate?: (request: string) => Fate
    /** How far the service's clock is ahead of this computer's, in ms; null if the service does not send its time. */
    readonly serviceAheadMs?: number | null
  } = {},
): Promise<ManagerHarness> {
  const journal = options.journal ?? join(await temporaryFolder('countertop-manager'), 'actions.jsonl')
  const { url, apiKey, accountId } = service.access
  const sent: string[] = []
  const ended: ManagerAction[] = []
  const client = createClient({
    baseUrl: url,
    apiKey,
    accountId,
    missing: createMissingOperations(Date.now),
    fetch: async (input, init) => {
      const request = `${init?.method} ${String(input).slice(url.length)}`
      sent.push(request)
      const fate = options.fate?.(request) ?? 'answered'
      if (fate === 'never_arrives') throw new TypeError('fetch failed')
      if (fate === 'unknown') return new Response('Cannot POST', { status: 404 })
      const answer = await fetch(input, init)
      if (fate === 'answered') return withTime(answer, options.serviceAheadMs)
      await answer.arrayBuffer()
      throw new TypeError('the answer was lost')
    },
  })
  const newId = createIdSource(Date.now)
  const manager = await openManagerService({
    client: () => client,
    notes: `${journal}.notes`,
    searches: `${journal}.searches.json`,
    accountId,
    author: () => null,
    counter: () => null,
    shop: () => ({ merchant: 'Test', training: false, language: 'en', timeZone: 'America/Chicago' }),
    mayReturn: async () => null,
    person: () => null,
    onStatus: () => undefined,
    onEnd: (action) => void ended.push(action),
    newActionId: () => newId('action'),
    now: Date.now,
    log: quietLog,
    ...options,
    journal,
  })
  const action = (id: string) => {
    const found = manager.status().actions.find((one) => one.id === id)
    if (found === undefined) throw new Error(`there is no action ${id}`)
    return found
  }
  return {
    ...manager,
    journal,
    sent,
    ended,
    action,
    end: (id) =>
      until(
        () => action(id),
        ({ state }) => state === 'done' || state === 'refused' || state === 'unresolved',
      ),
  }
}

function withTime(answer: Response, aheadMs: number | null = 0): Response {
  const headers = new Headers(answer.headers)
  if (aheadMs === null) headers.delete('date')
  else headers.set('date', new Date(Date.now() + aheadMs).toUTCString())
  return new Response(answer.body, { status: answer.status, headers })
}

/** Takes a card payment on the terminal, as a counter does. */
export async function pay(
  service: TestService,
  amount: number,
  options: Omit<CreatePaymentIntentBody, 'amount' | 'currency'> = {},
  include_signature = false,
): Promise<Payment> {
  const { client } = service
  const intent = await must(client.call('payment_intents.create', { body: { amount, ...options } }))
  const body = { hsn, force: true }
  const { session_key: sessionKey } = await must(client.call('terminals.connect', { body }))
  const paid = await must(
    client.call('terminals.auth_card', {
      body: { hsn, payment_intent_id: intent.id, include_signature },
      sessionKey,
    }),
  )
  await must(client.call('terminals.disconnect', { body: { hsn }, sessionKey }))
  return paid
}

/** Makes a declined attempt, then a paid one with another card: two attempts of one intent. */
export async function payAfterDecline(service: TestService, amount: number) {
  const { client } = service
  const { id } = await must(client.call('payment_intents.create', { body: { amount } }))
  const { session_key: sessionKey } = await must(
    client.call('terminals.connect', { body: { hsn, force: true } }),
  )
  const attempt = async (script: 'approve' | 'decline') => {
    await service.change(hsn, { script })
    const body = { hsn, payment_intent_id: id, include_signature: false }
    return must(client.call('terminals.auth_card', { body, sessionKey }))
  }
  const declined = await attempt('decline')
  const paid = await attempt('approve')
  await must(client.call('terminals.disconnect', { body: { hsn }, sessionKey }))
  return { declined, paid }
}

/** Gives the first `times` requests that match `path` this fate. */
export function losing(path: RegExp, fate: Fate, times = Number.POSITIVE_INFINITY) {
  let left = times
  return (request: string): Fate => (path.test(request) && left-- > 0 ? fate : 'answered')
}
