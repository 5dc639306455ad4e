import type { Result } from '../../../src-shared/result.ts'
import type { PageFailure } from '../../components/ask-service.ts'

/** `offline`: entries are sent again until they arrive. `refused`: they are kept until another entry is typed. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused'

export interface SaverOptions {
  /**
   * Sends the changes since the last call, if any.
   * @returns null if there was nothing to send
   */
  readonly send: () => Promise<Result<unknown, PageFailure>> | null
  /** Whether an entry waits that cannot be sent yet, such as a number that is still being typed. */
  readonly isHeld: () => boolean
  readonly onChange: (saving: Saving) => void
  /** @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

export interface Saver {
  /** Saves after a short pause in typing. */
  request(): void
  /** Saves now, because a field or a step was left. @returns whether everything has been stored */
  flush(): Promise<boolean>
  saving(): Saving
}

const pauseMs = 900
const firstRetryMs = 1_000
const longestRetryMs = 10_000

/** Whether the same request may succeed a little later. */
export const isWorthRepeating = (failure: PageFailure): boolean =>
  failure.kind === 'no_answer' ||
  failure.status >= 500 ||
  failure.status === 429 ||
  failure.code === 'idempotency_in_progress'

/** Sends one request at a time; entries typed meanwhile go with the next. */
export function createSaver({ send, isHeld, onChange, after }: SaverOptions): Saver {
  let saving: Saving = 'saved'
  let cancel = () => {}
  let failures = 0
  let running: Promise<boolean> | null = null
  const set = (next: Saving): void => {
    if (saving === next) return
    saving = next
    onChange(saving)
  }
  const later = (ms: number): void => {
    cancel()
    cancel = after(ms, () => void flush())
  }

  async function run(): Promise<boolean> {
    for (;;) {
      const sending = send()
      if (sending === null) {
        set(isHeld() ? 'waiting' : 'saved')
        return true
      }
      if (failures === 0) set('saving')
      const answer = await sending
      if (answer.ok) {
        failures = 0
        continue
      }
      if (!isWorthRepeating(answer.error)) {
        failures = 0
        set('refused')
        return false
      }
      failures += 1
      set('offline')
      later(Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs))
      return false
    }
  }
  function flush(): Promise<boolean> {
    cancel()
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  return {
    request: () => {
      if (saving === 'offline') return
      if (running === null) set('waiting')
      later(pauseMs)
    },
    flush,
    saving: () => saving,
  }
}
