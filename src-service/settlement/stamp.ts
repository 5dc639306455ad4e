import { isoTime } from '../clock.ts'

/** What a settlement stamps on everything it settles. */
export interface Stamp {
  readonly settlement_id: string
  readonly settlement_status: 'settled'
  readonly settled_at: string
}

export const stampOf = (settlementId: string, now: number): Stamp => ({
  settlement_id: settlementId,
  settlement_status: 'settled',
  settled_at: isoTime(now),
})
