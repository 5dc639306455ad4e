/** A request to the service or the terminal, or a write to a file: done at one moment, answered at a later one. */
interface Request {
  /** What it does where it arrives. @returns what gives its answer to the counter */
  readonly arrive: (roll: number) => () => void
  /** Whether it has an answer by now; what comes before says that none has come. */
  readonly isAnswered: () => boolean
  /** The sale whose money it moves. */
  readonly saleId: string | null
  answer: (() => void) | null
}

type Options = Partial<Pick<Request, 'isAnswered' | 'saleId'>>

/** All that a counter has asked of others and has no answer to. */
export class LateRequests {
  private requests: Request[] = []

  get count(): number {
    return this.requests.length
  }

  isMoving = (saleId: string): boolean => this.requests.some((one) => one.saleId === saleId)

  ask(arrive: Request['arrive'], { isAnswered = () => true, saleId = null }: Options = {}): void {
    this.requests.push({ arrive, isAnswered, saleId, answer: null })
  }

  /** One of them arrives, or its answer does. */
  goOn(roll: number): void {
    const { length } = this.requests
    const more = Math.floor(roll / 8)
    // Often the newest: what waits beside it is many.
    const request = this.requests[more % 3 === 0 ? roll % Math.max(length, 1) : length - 1]
    if (request === undefined) return
    request.answer ??= request.arrive(more)
    // Most answers come at once; a customer takes their time, and now and then nobody hears how that ended.
    if (more % 4 === 3 || (!request.isAnswered() && more % 16 > 0)) return
    this.requests = this.requests.filter((one) => one !== request)
    request.answer()
  }

  /** All that is asked for at this moment is done and answered. */
  answerAll(): void {
    for (const request of this.requests.splice(0)) (request.answer ?? request.arrive(0))()
  }

  /** The power fails: each may have left, and its answer is lost. */
  lose(roll: number): void {
    for (const [index, request] of this.requests.splice(0).entries()) {
      if (request.answer === null && (roll >> index) % 3 === 1) request.arrive(roll)
    }
  }
}
