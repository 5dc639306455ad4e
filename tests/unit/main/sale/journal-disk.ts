import type { JournalLine } from '../../../../src-main/sale/journal.ts'

interface Line {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** The file of a counter's journal, on a disk that is slow and may fail. */
export class JournalDisk {
  /** The last line on the disk. */
  last = ''
  private lines: Line[] = []
  private readonly isFull: () => boolean
  private readonly onDisk: (line: string) => void

  constructor(isFull: () => boolean, onDisk: (line: string) => void) {
    this.isFull = isFull
    this.onDisk = onDisk
  }

  /** Number of lines that are being written. */
  get count(): number {
    return this.lines.length
  }

  write(line: JournalLine): Promise<void> {
    return new Promise((resolve, reject) => {
      this.lines.push({ text: `${JSON.stringify(line)}\n`, resolve, reject })
    })
  }

  /** Completes the write of the next line, or lets it fail. */
  next(fails: boolean): void {
    const line = this.lines.shift()
    if (line === undefined) return
    if (fails || this.isFull()) line.reject(new Error('no space left on device'))
    else {
      this.keep(line.text)
      line.resolve()
    }
  }

  /** The power fails: each of the last writes may or may not be on the disk. */
  lose(roll: number): void {
    const arrived = roll % (this.lines.length + 1)
    for (const { text } of this.lines.splice(0).slice(0, arrived)) this.keep(text)
  }

  private keep(text: string): void {
    this.last = text
    this.onDisk(text)
  }
}
