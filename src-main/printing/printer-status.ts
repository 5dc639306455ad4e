import type { PrinterLanguage, PrinterTrouble } from '../../src-shared/pos/printing/printer-choices.ts'

/**
 * Status questions to printers, and the meaning of their answers.
 *
 * ESC/POS: DLE EOT n is answered at once, even by a printer that is out of paper. GS r 1 is answered in order: after
 * everything sent before it is printed. Star: ESC ACK SOH is answered at once with all states.
 */
export interface StatusQuestion {
  readonly bytes: Uint8Array
  /** Undefined while `bytes` hold no complete answer; null: no trouble. */
  readonly read: (bytes: readonly number[]) => PrinterTrouble | null | undefined
}

const escPosQuestion = (n: number, troubleOf: (answer: number) => PrinterTrouble | null): StatusQuestion => ({
  bytes: Uint8Array.of(0x10, 0x04, n),
  read(bytes) {
    const answer = bytes.find(isRealTimeAnswer)
    return answer === undefined ? undefined : troubleOf(answer)
  },
})

/** In all answers to DLE EOT, bits 1 and 4 are set and bits 0 and 7 are not; in those to GS r, bits 4 and 7 are not. */
const isRealTimeAnswer = (byte: number): boolean => (byte & 0x93) === 0x12
const isEndAnswer = (byte: number): boolean => (byte & 0x90) === 0
/** An unasked status, sent if the printer is configured so: this byte, then three that look like GS r answers. */
const beginsUnaskedStatus = (byte: number): boolean => (byte & 0x93) === 0x10
const restOfUnasked = 3

/** Returns a reader of successive chunks, which finds the answer to the end question. */
export function createEndReader(language: PrinterLanguage): (bytes: Uint8Array) => boolean {
  let unasked = 0
  return (bytes) => {
    let found = false
    for (const byte of language === 'esc-pos' ? bytes : []) {
      if (beginsUnaskedStatus(byte)) unasked = restOfUnasked
      else if (isEndAnswer(byte)) {
        if (unasked === 0) found = true
        else unasked--
      }
    }
    return found
  }
}

const escPosQuestions: readonly StatusQuestion[] = [
  escPosQuestion(4, (answer) => (answer & 0x60 ? 'paper_out' : null)),
  escPosQuestion(2, (answer) =>
    answer & 0x04 ? 'cover_open' : answer & 0x20 ? 'paper_out' : answer & 0x40 ? 'needs_help' : null,
  ),
]

/** The first byte holds the length in bits 1, 2, 3 and 5; its bit 0 is set, 4 and 7 are not. */
function starAnswer(bytes: readonly number[]): readonly number[] | undefined {
  const start = bytes.findIndex((byte) => (byte & 0x91) === 0x01)
  const first = bytes[start]
  if (first === undefined) return undefined
  const length = ((first >> 1) & 0x07) | ((first >> 2) & 0x08)
  const answer = bytes.slice(start, start + length)
  return answer.length < length ? undefined : answer
}

const starQuestion: StatusQuestion = {
  bytes: Uint8Array.of(0x1b, 0x06, 0x01),
  read(bytes) {
    const answer = starAnswer(bytes)
    if (answer === undefined) return undefined
    const [, , printer = 0, failure = 0, , paper = 0] = answer
    if (printer & 0x20) return 'cover_open'
    if (paper & 0x08) return 'paper_out'
    return printer & 0x08 || failure & 0x68 ? 'needs_help' : null
  },
}

/** Asked in this order; the first trouble found is shown. */
export const statusQuestions = (language: PrinterLanguage): readonly StatusQuestion[] =>
  language === 'esc-pos' ? escPosQuestions : [starQuestion]

/** Sent behind a job: the answer proves that the job is printed. Null: there is no such question. */
export const endQuestion = (language: PrinterLanguage): Uint8Array | null =>
  language === 'esc-pos' ? Uint8Array.of(0x1d, 0x72, 0x01) : null
