// A key service in a process of its own. It answers as HashiCorp Vault's transit engine does (encrypt, decrypt, keys,
// rotate), and keeps its keys in memory. Argument: the token. Prints its port on standard output.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const [, , token] = process.argv
const keys = new Map()

const versionsOf = (name) => {
  if (!keys.has(name)) keys.set(name, [randomBytes(32)])
  return keys.get(name)
}

function encrypt(name, plaintext) {
  const versions = versionsOf(name)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', versions.at(-1), iv)
  const sealed = Buffer.concat([iv, cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()])
  return `vault:v${versions.length}:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`
}

function decrypt(name, ciphertext) {
  const [, version, text] = ciphertext.split(':')
  const bytes = Buffer.from(text, 'base64')
  const key = versionsOf(name)[Number(version.slice(1)) - 1]
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  return plain.toString('base64')
}

const server = createServer(async (request, response) => {
  const send = (status, body) => response.writeHead(status).end(JSON.stringify(body))
  if (request.headers['x-vault-token'] !== token) return send(403, { errors: ['permission denied'] })
  let text = ''
  for await (const chunk of request) text += chunk
  const body = text === '' ? {} : JSON.parse(text)
  const [, what, name, action] = /^\/v1\/transit\/(\w+)\/([\w-]+)(?:\/(\w+))?$/.exec(request.url) ?? []
  try {
    if (what === 'encrypt') return send(200, { data: { ciphertext: encrypt(name, body.plaintext) } })
    if (what === 'decrypt') return send(200, { data: { plaintext: decrypt(name, body.ciphertext) } })
    if (what === 'keys' && action === 'rotate') {
      versionsOf(name).push(randomBytes(32))
      return send(204, {})
    }
    if (what === 'keys') return send(200, { data: { latest_version: versionsOf(name).length } })
  } catch {
    return send(400, { errors: ['invalid ciphertext'] })
  }
  return send(404, { errors: [] })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
