import { join } from 'node:path'
import Database from 'libsql'

export interface CapturedPayment {
  readonly id: string
  readonly status: string
  /** Cents. */
  readonly amount_captured: number
}

/**
 * Reads the one captured payment of a demo or a test from the embedded service's database on disk, without the app or
 * the service.
 * @throws when there is not exactly one payment, or it is not captured.
 */
export function capturedPayment(userData: string): CapturedPayment {
  const database = new Database(join(userData, 'service', 'service.db'), { readonly: true })
  try {
    const rows = database
      .prepare('SELECT id, status, amount_captured FROM payments')
      .all() as CapturedPayment[]
    const [payment] = rows
    if (payment === undefined || rows.length !== 1 || payment.status !== 'captured') {
      const found = rows.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'
      throw new Error(`the service's database should hold one captured payment; it holds: ${found}`)
    }
    return payment
  } finally {
    database.close()
  }
}
