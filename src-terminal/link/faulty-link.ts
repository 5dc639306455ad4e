import type { FromTerminal, ToTerminal } from '../../src-shared/terminal/messages.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { DeviceCondition } from '../device/device-condition.ts'
import type { TerminalLink } from './link.ts'

type Faults = Pick<DeviceCondition, 'latencyMs' | 'answerDelayMs' | 'answersTwice'>

/**
 * A link with the faults of the terminal's condition: messages may be slow, and results late or doubled. Messages on
 * their way are lost when the link ends.
 *
 * @param faults read for every message, so that a line can get worse and better.
 */
export function faultyLink(link: TerminalLink, clock: DeviceClock, faults: () => Faults): TerminalLink {
  const out = createPipe<FromTerminal>(clock, () => faults().latencyMs, link.send)
  const listeners: ((message: ToTerminal) => void)[] = []
  const inward = createPipe<ToTerminal>(
    clock,
    () => faults().latencyMs,
    (message) => {
      for (const listener of listeners) listener(message)
    },
  )
  const send = (message: FromTerminal) => {
    out.put(message)
    if (faults().answersTwice && isAnswer(message)) out.put(message)
  }
  link.onClose(() => {
    out.burst()
    inward.burst()
  })
  return {
    send(message) {
      const { answerDelayMs } = faults()
      // Only the result is delayed: the terminal's other messages do not wait for it.
      if (answerDelayMs > 0 && isAnswer(message)) clock.after(answerDelayMs, () => send(message))
      else send(message)
    },
    onMessage(listener) {
      listeners.push(listener)
      if (listeners.length === 1) link.onMessage(inward.put)
    },
    onClose: link.onClose,
    close: link.close,
  }
}

const isAnswer = ({ type }: FromTerminal): boolean => type === 'result' || type === 'failure'

/** Delivers messages in order, each after the latency at the time it was put in. */
function createPipe<Message>(clock: DeviceClock, latencyMs: () => number, come: (message: Message) => void) {
  let waiting: { readonly message: Message; readonly at: number }[] = []
  let ended = false
  const next = () => {
    const [first, ...rest] = waiting
    if (first === undefined) return
    waiting = rest
    come(first.message)
    wait()
  }
  const wait = () => {
    const [first] = waiting
    if (first !== undefined) clock.after(Math.max(0, first.at - clock.now()), next)
  }
  return {
    put(message: Message) {
      const latency = latencyMs()
      if (ended) return
      if (latency === 0 && waiting.length === 0) {
        come(message)
        return
      }
      waiting = [...waiting, { message, at: clock.now() + latency }]
      if (waiting.length === 1) wait()
    },
    burst() {
      ended = true
      waiting = []
    },
  }
}
