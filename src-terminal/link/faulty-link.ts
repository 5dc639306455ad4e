import type { FromTerminal, ToTerminal } from '../../src-shared/terminal/messages.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { DeviceCondition } from '../device/device-condition.ts'
import type { TerminalLink } from './link.ts'

type Faults = Pick<DeviceCondition, 'latencyMs' | 'answerDelayMs' | 'answersTwice'>

/**
 * A link as bad as the terminal's condition makes it: every message may be slow, and every result late or doubled.
 * What is on its way when the link ends is lost.
 *
 * @param faults asked anew for every message, so that a line can get worse and better.
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
      // Delayed alone: the other messages of the terminal do not wait for it.
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

/** Messages come out in the order in which they went in, each after the latency of its time. */
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
