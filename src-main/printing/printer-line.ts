/** An open connection to a printer, of any kind, that carries bytes. */
export interface PrinterLine {
  /** Resolves when the bytes have left this program. Rejects when the connection is gone. */
  write(bytes: Uint8Array): Promise<void>
  /** Receives what the printer sends, unasked or as an answer. One listener only. */
  onBytes(listener: (bytes: Uint8Array) => void): void
  /** Resolves when either side has ended the connection. */
  readonly ended: Promise<void>
  /** Sends all written bytes before the connection ends. */
  close(): Promise<void>
}
