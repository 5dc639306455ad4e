import type { CommandFailure, FromTerminal } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { DeviceChange } from './device-types.ts'

/** Reports the progress of a command to the service, and to observers of the terminal. */
export interface Reporter {
  progress(id: string, step: Progress): void
  result(id: string, data: Readonly<Record<string, unknown>>): void
  failure(id: string, reason: CommandFailure, message: string): void
}

export const createReporter = (
  send: (message: FromTerminal) => void,
  emit: (change: DeviceChange) => void,
): Reporter => ({
  progress(id, step) {
    send({ type: 'progress', id, step })
    emit({ kind: 'progress', id, step })
  },
  result(id, data) {
    send({ type: 'result', id, ok: true, data })
    emit({ kind: 'done', id, failure: null })
  },
  failure(id, reason, message) {
    send({ type: 'failure', id, reason, message })
    emit({ kind: 'done', id, failure: reason })
  },
})
