import type { PingRecord } from '../../src-shared/pos/terminals/installer.ts'
import type { Result } from '../../src-shared/result.ts'
import type { Ping } from '../terminal/session.ts'

/** Recent pings of the terminals: the last 50 of each, oldest first. */
export interface PingHistory {
  all(): readonly PingRecord[]
  add(hsn: string, answer: Result<Ping, unknown>): void
  clear(): void
}

const kept = 50

export function createPingHistory(now: () => number, onChange: () => void): PingHistory {
  let pings: readonly PingRecord[] = []
  return {
    all: () => pings,
    add(hsn, answer) {
      const latency_ms = answer.ok && answer.value.connected ? answer.value.latency_ms : null
      const added = [...pings, { hsn, at: new Date(now()).toISOString(), latency_ms }]
      const tooMany = added.filter((ping) => ping.hsn === hsn).length > kept
      const oldest = tooMany ? added.findIndex((ping) => ping.hsn === hsn) : -1
      pings = added.filter((_ping, index) => index !== oldest)
      onChange()
    },
    clear() {
      if (pings.length === 0) return
      pings = []
      onChange()
    },
  }
}
