/** A printer's side of a line: it keeps what it is sent until it can print it, and answers as ESC/POS printers do. */
export interface FakePrinter {
  /** What is on paper, and what the cutter and the drawer were told. */
  paper(): Uint8Array
  receive(bytes: Uint8Array, answer: (bytes: Uint8Array) => void): void
  /** It prints nothing until it is mended. */
  state: 'fine' | 'paper_out' | 'cover_open'
  /** How much of what it was sent fits on the paper that is left; null: all of it. Bytes. */
  paperLeft: number | null
  /** Paper is put in, and the cover closed: what was kept is printed. */
  mend(): void
  /** Switched off: what it had not printed is lost. */
  forget(): void
  /** Drawers that were opened at once, past what waits. */
  kicksAtOnce: number
}

/** @param answers like a real one, or nothing: a cheap printer on a cable with one way */
export function createFakePrinter(answers: 'all' | 'status' | 'nothing' = 'all'): FakePrinter {
  const paper: number[] = []
  let kept: number[] = []
  let reply: (bytes: Uint8Array) => void = () => undefined
  const printer: FakePrinter = {
    paper: () => Uint8Array.from(paper),
    state: 'fine',
    paperLeft: null,
    kicksAtOnce: 0,
    receive(bytes, answer) {
      reply = answer
      kept.push(...takeRealTime([...bytes]))
      print()
    },
    mend() {
      printer.state = 'fine'
      printer.paperLeft = null
      print()
    },
    forget() {
      kept = []
    },
  }

  /** DLE EOT n and DLE DC4 are obeyed as they arrive, whatever waits. */
  function takeRealTime(bytes: number[]): number[] {
    const rest: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const [first, second, third = 0] = bytes.slice(at, at + 3)
      if (first === 0x10 && second === 0x04) {
        if (answers !== 'nothing') reply(Uint8Array.of(status(third)))
        at += 2
      } else if (first === 0x10 && second === 0x14) {
        printer.kicksAtOnce++
        at += 4
      } else rest.push(bytes[at] ?? 0)
    }
    return rest
  }

  function status(n: number): number {
    const out = printer.state === 'paper_out'
    if (n === 4) return out ? 0x72 : 0x12
    if (n === 2) return 0x12 | (printer.state === 'cover_open' ? 0x04 : 0) | (out ? 0x20 : 0)
    return 0x12 | (printer.state === 'fine' ? 0 : 0x08)
  }

  function print(): void {
    while (kept.length > 0 && printer.state === 'fine') {
      if (printer.paperLeft === 0) {
        printer.state = 'paper_out'
        return
      }
      if (kept[0] === 0x1d && kept[1] === 0x72) {
        kept.splice(0, 3)
        if (answers === 'all') reply(Uint8Array.of(0x00))
        continue
      }
      paper.push(...kept.splice(0, 1))
      if (printer.paperLeft !== null) printer.paperLeft--
    }
  }
  return printer
}
