import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A message as the mail server received it: the envelope, and the parts that a mail program reads. */
export interface Received {
  readonly from: string
  readonly recipients: readonly string[]
  /** The user who signed in to send it. */
  readonly user: string | undefined
  readonly secure: boolean
  /** The headers by name in lower case, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
  /** The whole message. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** A real SMTP server on a free port of this computer. By default it accepts everything, with or without a sign-in. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
        }
        const raw = Buffer.concat(chunks).toString('latin1')
        received.push({ ...envelope, user: session.user, secure: session.secure, ...readMessage(raw), raw })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { port, received, close }
}

/** Parses MIME as far as our mails use it: two alternatives, quoted-printable, base64 or plain. */
function readMessage(raw: string): Pick<Received, 'headers' | 'text' | 'html'> {
  const message = entityOf(raw)
  const [, boundary] = /boundary="?([^";]+)/.exec(message.headers['content-type'] ?? '') ?? []
  const parts =
    boundary === undefined ? [message] : message.body.split(`--${boundary}`).slice(1, -1).map(entityOf)
  const part = (type: string): string => {
    const found = parts.find(({ headers }) => headers['content-type']?.startsWith(type))
    return found === undefined ? '' : decoded(found.body, found.headers['content-transfer-encoding'])
  }
  return { headers: message.headers, text: part('text/plain'), html: part('text/html') }
}

function entityOf(raw: string) {
  const text = raw.replace(/^\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())]
    }),
  )
  // The line break before a boundary belongs to the boundary.
  return { headers, body: text.slice(end + 4).replace(/\r\n$/, '') }
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  return quotedPrintable(body.replace(/=\r\n/g, ''))
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes RFC 2047 words. */
const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
