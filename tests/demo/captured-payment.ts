import { join } from 'node:path'
import Database from 'libsql'

export interface StoredPayment {
  readonly id: string
  readonly status: string
  /** Cents. */
  readonly amount_captured: number
}

/**
 * Reads the payments, oldest first, from the embedded service's database on disk, without the app or the service.
 */
export function storedPayments(userData: string): readonly StoredPayment[] {
  const database = new Database(join(userData, 'service', 'service.db'), { readonly: true })
  try {
    // Ids are in the order in which they were made.
    return database
      .prepare('SELECT id, status, amount_captured FROM payments ORDER BY id')
      .all() as StoredPayment[]
  } finally {
    database.close()
  }
}

/**
 * Reads the one captured payment of a demo or a test from there.
 * @throws when there is not exactly one payment, or it is not captured.
 */
export function capturedPayment(userData: string): StoredPayment {
  const stored = storedPayments(userData)
  const [payment] = stored
  if (payment === undefined || stored.length !== 1 || payment.status !== 'captured') {
    const found = stored.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'
    throw new Error(`the service's database should hold one captured payment; it holds: ${found}`)
  }
  return payment
}
