import type pg from 'pg'

/** Of pg's connection what a COPY needs; its types leave it out. */
interface CopyConnection {
  readonly stream: { readonly writableNeedDrain: boolean; once(event: 'drain', then: () => void): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** COPY … FROM STDIN: rows in the text format, as fast as the server takes them. @throws what the server answers */
export function copyInto(client: pg.Client, sql: string, chunks: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const feed = async (connection: CopyConnection) => {
      try {
        for (const chunk of chunks) {
          connection.sendCopyFromChunk(Buffer.from(chunk))
          if (connection.stream.writableNeedDrain) {
            await new Promise<void>((drained) => connection.stream.once('drain', drained))
          } else await new Promise((turn) => setImmediate(turn))
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
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleCommandComplete: ignored,
      handleRowDescription: ignored,
      handleDataRow: ignored,
    } as unknown as pg.Submittable)
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
