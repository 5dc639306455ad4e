import type { ReportEntry, ReportedEvent } from '../../../../src-service/processor/report-entry.ts'
import type { PaymentsHarness } from '../intents/payments-harness.ts'

/** The bank's reports as the port defines them: each call returns everything reported since the given time. */
export function reporting(harness: PaymentsHarness) {
  const entries: ReportEntry[] = []
  const asked: number[] = []
  harness.processor.reports = async function* (since) {
    asked.push(since)
    yield* entries.filter(({ reported_at }) => reported_at >= since)
  }
  return {
    asked,
    report(event: ReportedEvent, more: Partial<Pick<ReportEntry, 'id' | 'reported_at' | 'account_id'>> = {}) {
      const { accountId: account_id } = harness.caller
      const entry = { id: `entry ${entries.length}`, account_id, reported_at: harness.clock.now(), ...more }
      entries.push({ ...event, ...entry })
    },
  }
}
