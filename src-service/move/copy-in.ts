import type pg from 'pg'

/** The part of pg's connection that COPY needs and that pg's types lack. */
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
 * Runs COPY … FROM STDIN with rows in the text format. Waits for the server to take the data, so that only data that is
 * not taken yet is in memory.
 * @param client a connection without a query timeout
 * @throws the server's error, or that the connection was lost
 */
export function copyInto(client: pg.ClientBase, sql: string, chunks: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const feed = async (connection: CopyConnection) => {
      try {
        for (const chunk of chunks) {
          connection.sendCopyFromChunk(Buffer.from(chunk))
          await taken(connection)
          // The server has refused the data. Returning ends the iteration and frees what the chunks are read from.
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

/** Waits at least one turn of the event loop, so that the server's answers can arrive. */
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
