/** An open way to a printer that carries bytes, whatever it is made of. */
export interface PrinterLine {
  /** Resolves when the bytes have left this program. Rejects when the line is gone. */
  write(bytes: Uint8Array): Promise<void>
  /** What the printer sends by itself or as an answer. One listener. */
  onBytes(listener: (bytes: Uint8Array) => void): void
  /** Resolves when the line has ended, by whichever side. */
  readonly ended: Promise<void>
  /** Whatever was written goes out before the line ends. */
  close(): Promise<void>
}
