import { isoTime } from '../time/clock.ts'

/** The fields that a settlement sets on every row that it settles. */
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
