import type { CommandAnswerer } from './ipc/command-answerer.ts'
import type { Log } from './log.ts'

/** How long it lasts, ms: a log that is too full hides what matters, so it ends by itself, and with the program. */
export const detailedMs = 3_600_000

/** What the counter does in detail, for as long as somebody has asked for it. */
export interface DetailedLog {
  /** Milliseconds since the epoch; null: it is off. */
  until(): number | null
  turn(on: boolean): void
  /** Every command of the window, without what came with it. */
  commands(answer: CommandAnswerer): CommandAnswerer
  /** Every request to the service, without what was sent and without what names anybody. */
  requests(send: typeof fetch): typeof fetch
}

/** @param elapsed ms, of a clock that only goes forward: setting the computer's keeps nothing on */
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
      const outcome = result.ok ? 'done' : result.error.code
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

/** The way without what stands in it for one thing or one person: only words are left. */
export const routeOf = (url: string): string =>
  URL.canParse(url)
    ? new URL(url).pathname
        .split('/')
        .map((part) => (/^[a-z_]{0,40}$/.test(part) ? part : '…'))
        .join('/')
    : ''
