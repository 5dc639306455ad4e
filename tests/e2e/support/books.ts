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

/** Where the records stood when a test began. */
interface Before {
  /** The newest intent; null if there was none. */
  readonly newest: string | null
  readonly bank: number
}

/** Returns what the service stored since then, at most 50 intents, and what the sandbox's bank holds more. */
export async function books(
  service: TestService,
  before: Before = { newest: null, bank: 0 },
): Promise<Books> {
  const newestFirst = await service.intents()
  const known = newestFirst.findIndex(({ id }) => id === before.newest)
  const intents = newestFirst.slice(0, known < 0 ? newestFirst.length : known).reverse()
  const payments = (await Promise.all(intents.map(({ id }) => service.payments(id)))).flat()
  return {
    intents: intents.map(({ status }) => status),
    payments: payments.map(({ status, amount_captured }) => `${status} ${amount_captured}`).sort(),
    bank: service.bankHolds() - before.bank,
  }
}

export const booksBefore = async (service: TestService): Promise<Before> => ({
  newest: (await service.intents())[0]?.id ?? null,
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
