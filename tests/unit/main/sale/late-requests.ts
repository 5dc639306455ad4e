/** A request to the service or the terminal, or a write to a file: carried out at one moment, and answered later. */
interface Request {
  /** Carries it out. @returns a function that gives its answer to the counter */
  readonly arrive: (roll: number) => () => void
  /** Whether it has an answer by now; before that, its answer is that none has arrived. */
  readonly isAnswered: () => boolean
  /** The sale whose money it moves, or null. */
  readonly saleId: string | null
  answer: (() => void) | null
}

type Options = Partial<Pick<Request, 'isAnswered' | 'saleId'>>

/** Requests of a counter that have no answer yet. */
export class LateRequests {
  private requests: Request[] = []

  get count(): number {
    return this.requests.length
  }

  isMoving = (saleId: string): boolean => this.requests.some((one) => one.saleId === saleId)

  ask(arrive: Request['arrive'], { isAnswered = () => true, saleId = null }: Options = {}): void {
    this.requests.push({ arrive, isAnswered, saleId, answer: null })
  }

  /** Carries out one of them, and mostly answers it. */
  goOn(roll: number): void {
    const { length } = this.requests
    const more = Math.floor(roll / 8)
    // Often the newest, since many others may be waiting.
    const request = this.requests[more % 3 === 0 ? roll % Math.max(length, 1) : length - 1]
    if (request === undefined) return
    request.answer ??= request.arrive(more)
    // Most answers arrive at once; a customer takes longer, and sometimes the result gets lost.
    if (more % 4 === 3 || (!request.isAnswered() && more % 16 > 0)) return
    this.requests = this.requests.filter((one) => one !== request)
    request.answer()
  }

  /** Carries out and answers all present requests. */
  answerAll(): void {
    for (const request of this.requests.splice(0)) (request.answer ?? request.arrive(0))()
  }

  /** The power fails: each request may have been sent, and its answer is lost. */
  lose(roll: number): void {
    for (const [index, request] of this.requests.splice(0).entries()) {
      if (request.answer === null && (roll >> index) % 3 === 1) request.arrive(roll)
    }
  }
}
