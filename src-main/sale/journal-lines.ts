/** Writes the lines of a journal, each with the present state, and knows which of them are on the disk. */
export interface JournalLines {
  /** @returns the number of the new line; `written` rejects if it could not be written */
  write(): { readonly line: number; readonly written: Promise<void> }
  /** Whether a line that was begun after this one is on the disk. */
  hasLater(line: number): boolean
  /** As `hasLater`, after the lines that were begun since have been written, or have failed. */
  getsLater(line: number): Promise<boolean>
}

export function createJournalLines(
  write: () => Promise<void>,
  onWritten: (isThere: boolean) => void,
): JournalLines {
  let begun = 0
  let lastWritten = 0
  /** Resolves when the line that was begun last has been written, or has failed. */
  let latest: Promise<void> = Promise.resolve()
  const hasLater = (line: number): boolean => lastWritten > line

  return {
    write() {
      const line = ++begun
      const written = write().then(
        () => {
          lastWritten = line
          onWritten(true)
        },
        (error: unknown) => {
          onWritten(false)
          throw error
        },
      )
      latest = written.catch(() => undefined)
      return { line, written }
    },
    hasLater,
    async getsLater(line) {
      for (let behind: unknown = null; !hasLater(line) && behind !== latest; ) {
        behind = latest
        await latest
      }
      return hasLater(line)
    },
  }
}
