/** Faults of a terminal, other than its hardware, its clock and its network. */
export interface DeviceCondition {
  /** There is paper in the printer. */
  readonly paper: boolean
  /** Delay of each message in either direction, in ms. The order is kept. */
  readonly latencyMs: number
  /** Delay of each result, in ms; it is sent even if the command was cancelled meanwhile. */
  readonly answerDelayMs: number
  /** Every result is sent twice. */
  readonly answersTwice: boolean
  /** The service's cancel is ignored: the prompt continues, and its result follows the cancel. */
  readonly ignoresCancel: boolean
}

export const soundCondition: DeviceCondition = {
  paper: true,
  latencyMs: 0,
  answerDelayMs: 0,
  answersTwice: false,
  ignoresCancel: false,
}
