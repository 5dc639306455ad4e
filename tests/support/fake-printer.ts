/**
 * The printer's side of a connection: it buffers what it receives until it can print it, and answers as ESC/POS
 * printers do.
 */
export interface FakePrinter {
  /** The printed bytes, and the commands for the cutter and the drawer. */
  paper(): Uint8Array
  receive(bytes: Uint8Array, answer: (bytes: Uint8Array) => void): void
  /** It prints nothing until `mend` is called. */
  state: 'fine' | 'paper_out' | 'cover_open'
  /** How many more bytes fit on the paper; null: no limit. */
  paperLeft: number | null
  /** Puts in paper and closes the cover: buffered data is printed. */
  mend(): void
  /** Switches it off: data that was not printed is lost. */
  forget(): void
  /** Number of drawer pulses that were executed at once, ahead of the buffer. */
  kicksAtOnce: number
}

/** @param answers `all` as real printers do, or `nothing`: a cheap printer on a one-way cable */
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

  /** Executes DLE EOT n and DLE DC4 on arrival, whatever is buffered. */
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
