import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/** A real mail server that writes each message to a file unchanged. */
export async function startMailSink(folder: string) {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        count += 1
        // Folded lines would hide secrets that are split across lines.
        const text = Buffer.concat(chunks).toString('latin1').replace(/=\r\n/g, '')
        writeFileSync(join(folder, `${count}.eml`), text)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    count: () => count,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
