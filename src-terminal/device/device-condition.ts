/** What is out of order with a terminal, besides its hardware, its clock and its network. */
export interface DeviceCondition {
  /** There is paper in the printer. */
  readonly paper: boolean
  /** How long each message is on its way, in either direction, ms. The order is kept. */
  readonly latencyMs: number
  /** How long each result is held back, ms; it is sent even when the command was cancelled meanwhile. */
  readonly answerDelayMs: number
  /** Every result is sent twice. */
  readonly answersTwice: boolean
  /** The service's cancel is ignored: the prompt goes on, and its result comes after the cancel. */
  readonly ignoresCancel: boolean
}

export const soundCondition: DeviceCondition = {
  paper: true,
  latencyMs: 0,
  answerDelayMs: 0,
  answersTwice: false,
  ignoresCancel: false,
}
