import type pg from 'pg'

/** Of pg's connection what a COPY needs; its types leave it out. */
interface CopyConnection {
  readonly stream: {
    readonly writableNeedDrain: boolean
    once(event: 'drain' | 'close', then: () => void): void
    off(event: 'drain' | 'close', then: () => void): void
  }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * COPY … FROM STDIN: rows in the text format, as fast as the server takes them, and no more in memory than it has not taken yet.
 * @param client of a connection without a limit of time for a query
 * @throws what the server answers, or that the connection was lost
 */
export function copyInto(client: pg.ClientBase, sql: string, chunks: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const feed = async (connection: CopyConnection) => {
      try {
        for (const chunk of chunks) {
          connection.sendCopyFromChunk(Buffer.from(chunk))
          await taken(connection)
          // The server has refused what it had: the chunks are ended, and what they read from is free again.
          if (isOver) return
        }
        connection.endCopyFrom()
      } catch (error) {
        connection.sendCopyFail(String(error))
      }
    }
    const ignored = () => {}
    client.query({
      submit: (connection: CopyConnection) => connection.query(sql),
      handleCopyInResponse: (connection: CopyConnection) => void feed(connection),
      handleError: (error: Error) => {
        isOver = true
        reject(error)
      },
      handleReadyForQuery: () => resolve(),
      handleCommandComplete: ignored,
      handleRowDescription: ignored,
      handleDataRow: ignored,
    } as unknown as pg.Submittable)
  })
}

/** Another turn at least, for the server's answers to arrive. */
async function taken({ stream }: CopyConnection): Promise<void> {
  if (!stream.writableNeedDrain) return new Promise((turn) => setImmediate(turn))
  await new Promise<void>((go) => {
    const on = () => {
      stream.off('drain', on)
      stream.off('close', on)
      go()
    }
    stream.once('drain', on)
    stream.once('close', on)
  })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A row in COPY's text format. */
export const copyLine = (row: readonly (string | number | null)[]): string =>
  `${row
    .map((value) =>
      value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? one),
    )
    .join('\t')}\n`
