import type { TestService } from './service.ts'

/** Two of the three records; the third is the screen. */
export interface Books {
  /** Status of each intent, oldest first. */
  readonly intents: readonly string[]
  /** Status and captured cents of each payment, ordered by id. */
  readonly payments: readonly string[]
  /** Cents held by the sandbox's bank. */
  readonly bank: number
}

/**
 * Returns what the service stored and what the sandbox's bank holds.
 * @param before number of intents and cents at the bank when the test began
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

/** What `books` takes off the records: all that was there when a test began. */
export const booksBefore = async (service: TestService) => ({
  intents: (await service.intents()).length,
  bank: service.bankHolds(),
})

/** The records after one sale that was paid once. */
export const paidOnce = (cents: number): Books => ({
  intents: ['captured'],
  payments: [`captured ${cents}`],
  bank: cents,
})

/** The records after one sale that was never charged. */
export const notCharged: Books = { intents: ['created'], payments: [], bank: 0 }
