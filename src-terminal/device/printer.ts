import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { CurrentCommand, RunningCommand } from './current-command.ts'
import type { DeviceClock } from './device-clock.ts'
import type { Display } from './display.ts'
import type { Reporter } from './reporter.ts'

type PrintCommand = Extract<TerminalCommand, { name: 'print' }>

export interface Printer {
  print(id: string, command: PrintCommand): void
  /** The last hundred printed receipts, oldest first. */
  printed(): readonly (readonly ReceiptLine[])[]
}

const mostKept = 100
const thanksMs = 2500
/** How long the screen asks for paper, in ms. */
const askForPaperMs = 6000

export function createPrinter(parts: {
  readonly clock: DeviceClock
  readonly display: Display
  readonly currentCommand: CurrentCommand
  readonly reporter: Reporter
  /** Whether there is paper in the printer. */
  paper(): boolean
  /** Printing one line, in ms. */
  readonly lineMs: number
  cardIn(): boolean
  onPrinted(lines: readonly ReceiptLine[]): void
}): Printer {
  const { clock, display, currentCommand, reporter } = parts
  const printed: (readonly ReceiptLine[])[] = []

  const roll = (job: RunningCommand, lines: readonly ReceiptLine[]) => {
    if (!parts.paper()) {
      currentCommand.fail('paper_out', 'The printer is out of paper.')
      display.showFor({ kind: 'paper_out' }, askForPaperMs)
      return
    }
    reporter.progress(job.id, 'printing')
    display.show({ kind: 'printing' })
    job.stopTimers = clock.after(lines.length * parts.lineMs, () => {
      printed.push(lines)
      if (printed.length > mostKept) printed.shift()
      parts.onPrinted(lines)
      currentCommand.succeed(job, {})
      if (parts.cardIn()) display.rest()
      else display.showFor({ kind: 'message', text: 'Thank you' }, thanksMs)
    })
  }
  return {
    print(id, command) {
      const job: RunningCommand = { id, name: 'print', stopTimers() {} }
      currentCommand.start(job)
      job.stopTimers = clock.after(command.delay_ms, () => roll(job, command.lines))
    },
    printed: () => printed,
  }
}
