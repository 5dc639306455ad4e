import type { TestService } from './service.ts'

/** What two of the three books say; the third is the screen. */
export interface Books {
  /** Status of each intent, oldest first. */
  readonly intents: readonly string[]
  /** Of each payment its status and the cents that are captured, in the order of their names. */
  readonly payments: readonly string[]
  /** Cents that the sandbox's bank holds. */
  readonly bank: number
}

/**
 * What the service wrote and what the sandbox's bank holds.
 * @param before how many intents there were, and the cents that the bank held, when the story began.
 */
export async function books(service: TestService, before = { intents: 0, bank: 0 }): Promise<Books> {
  const intents = [...(await service.intents())].reverse().slice(before.intents)
  const payments = (await Promise.all(intents.map(({ id }) => service.payments(id)))).flat()
  return {
    intents: intents.map(({ status }) => status),
    payments: payments.map(({ status, amount_captured }) => `${status} ${amount_captured}`).sort(),
    bank: service.bankHolds() - before.bank,
  }
}

/** One sale, paid once. */
export const paidOnce = (cents: number): Books => ({
  intents: ['captured'],
  payments: [`captured ${cents}`],
  bank: cents,
})

/** One sale, for which nothing was ever charged. */
export const notCharged: Books = { intents: ['created'], payments: [], bank: 0 }
