import { outcomeOf } from '../audit/audit-entry.ts'
import type { CommandAnswerer } from '../ipc/command-answerer.ts'
import type { Log } from '../log.ts'

/** Duration in ms. The log ends by itself, and with the program, because a full log hides what matters. */
export const detailedMs = 3_600_000

/** Logs what the counter does in detail, while somebody has turned it on. */
export interface DetailedLog {
  /** When it ends, in ms since the epoch; null: it is off. */
  until(): number | null
  turn(on: boolean): void
  /** Logs every command of the window, without its payload. */
  commands(answer: CommandAnswerer): CommandAnswerer
  /** Logs every request to the service, without its body and without identifying anybody. */
  requests(send: typeof fetch): typeof fetch
}

/** @param elapsed ms of a monotonic clock: setting the computer's clock does not prolong the log */
export function createDetailedLog(log: Log, now: () => number, elapsed: () => number): DetailedLog {
  let end: number | null = null
  const isOn = () => end !== null && elapsed() < end
  const write = (details: object, event: string) => isOn() && log.info(details, event)
  return {
    until: () => (end !== null && isOn() ? Math.round(now() + end - elapsed()) : null),
    turn(on) {
      end = on ? elapsed() + detailedMs : null
    },
    commands: (answer) => async (name, payload) => {
      const began = elapsed()
      const result = await answer(name, payload)
      const outcome = outcomeOf(result)
      write({ command: name, status: outcome, ms: Math.round(elapsed() - began) }, 'detail.command')
      return result
    },
    requests: (send) => async (input, init) => {
      const began = elapsed()
      const about = { method: init?.method ?? 'GET', path: routeOf(String(input)) }
      try {
        const answer = await send(input, init)
        write({ ...about, status: answer.status, ms: Math.round(elapsed() - began) }, 'detail.request')
        return answer
      } catch (error) {
        write({ ...about, status: 'no_answer', ms: Math.round(elapsed() - began) }, 'detail.request')
        throw error
      }
    },
  }
}

/** The path of a URL with the ids of resources and persons replaced by an ellipsis. */
export const routeOf = (url: string): string =>
  URL.canParse(url)
    ? new URL(url).pathname
        .split('/')
        .map((part) => (/^[a-z_]{0,40}$/.test(part) ? part : '…'))
        .join('/')
    : ''
