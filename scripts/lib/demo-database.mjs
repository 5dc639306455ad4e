import { join } from 'node:path'
import Database from 'libsql'

/**
 * The one captured payment that the demo left in the embedded service's own database: read from the disk, past the
 * app and past the service.
 *
 * @param {string} userData
 * @returns {{ id: string, amount_captured: number, intent: string }}
 */
export const capturedPayment = (userData) => {
  const database = new Database(join(userData, 'service', 'service.db'), { readonly: true })
  try {
    const rows = /** @type {{ id: string, status: string, amount_captured: number, intent: string }[]} */ (
      database.prepare('SELECT id, status, amount_captured, payment_intent_id AS intent FROM payments').all()
    )
    const [payment] = rows
    if (rows.length !== 1 || payment?.status !== 'captured') {
      const found = rows.map((row) => `${row.id} ${row.status}`).join(', ') || 'none'
      throw new Error(`the service's database should hold one captured payment; it holds: ${found}`)
    }
    return payment
  } finally {
    database.close()
  }
}
