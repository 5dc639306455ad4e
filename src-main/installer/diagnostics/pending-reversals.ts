import { pause } from '../../async/pause.ts'
import type { Log } from '../../log.ts'
import { closeIntent } from '../../sale/close-intent.ts'
import type { ClientSource } from '../../service-calls/call-service.ts'
import type { JsonFile } from '../../settings/json-file.ts'

/** Payments of test sales that are not reversed yet. Reversing is retried, also in the next run. */
export interface PendingReversals {
  /** Resolves when it is on the disk. */
  add(intentId: string): Promise<void>
  /** @returns true when nothing is charged any more; false: attempts continue in the background */
  reverse(intentId: string): Promise<boolean>
  stop(): void
}

/** Attempts while a person waits at the page: about 20 s. */
const patientTries = 12
const pauseMs = (tries: number): number => Math.min(300 * 2 ** tries, 3_000)
const backgroundPauseMs = 30_000

export async function openPendingReversals(options: {
  readonly file: JsonFile<readonly string[]>
  readonly client: ClientSource
  readonly log: Log
}): Promise<PendingReversals> {
  const { file, client, log } = options
  let pending: readonly string[] = await file.read()
  let stopped = false

  async function reversed(intentId: string): Promise<void> {
    pending = pending.filter((one) => one !== intentId)
    // The payment is reversed all the same; the next start finds it closed and removes it.
    await file
      .write(pending)
      .catch((error: unknown) =>
        log.error({ err: error, intent_id: intentId }, 'diagnostics.reversal_not_removed'),
      )
  }

  async function retry(intentId: string): Promise<void> {
    for (let tries = 0; !stopped; tries++) {
      if (await attempt(client, intentId, `later-${tries}`)) return reversed(intentId)
      if (tries === 3) log.error({ intent_id: intentId }, 'diagnostics.reversal_pending')
      await pause(backgroundPauseMs)
    }
  }
  const inBackground = (intentId: string) =>
    void retry(intentId).catch((error: unknown) =>
      log.error({ err: error, intent_id: intentId }, 'diagnostics.reversal_failed'),
    )

  for (const intentId of pending) inBackground(intentId)
  return {
    async add(intentId) {
      pending = [...pending, intentId]
      await file.write(pending)
    },
    async reverse(intentId) {
      for (let tries = 0; tries < patientTries && !stopped; tries++) {
        if (await attempt(client, intentId, String(tries))) {
          await reversed(intentId)
          return true
        }
        await pause(pauseMs(tries))
      }
      inBackground(intentId)
      return false
    },
    stop() {
      stopped = true
    },
  }
}

async function attempt(client: ClientSource, intentId: string, round: string): Promise<boolean> {
  const { kind } = await closeIntent(client, intentId, {
    reason: 'abandoned',
    key: `${intentId}-return-${round}`,
    refundKey: `${intentId}-return-refund`,
  })
  return kind === 'closed'
}
