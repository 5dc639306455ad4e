import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addressProblem } from '../../src-shared/service-address.ts'
import { type KeyService, keyServiceError } from './key-service.ts'

/** A key in the transit engine of HashiCorp Vault, or of a product with the same HTTP API. */
export interface TransitConfig {
  /** Such as https://vault.example:8200. */
  readonly url: string
  /** The name of the key. */
  readonly key: string
  /** File with the token; read for each request, so that renewing it needs no restart. */
  readonly tokenFile: string
  /** Mount path of the engine; default "transit". */
  readonly mount?: string
}

const timeLimitMs = 5_000

const encryptedSchema = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:.+$/) }) })
const decryptedSchema = z.object({ data: z.object({ plaintext: z.base64() }) })
const keySchema = z.object({ data: z.object({ latest_version: z.number().int() }) })

/** @throws when the URL is neither https nor on this computer. */
export function transitKeyService({ url, key, tokenFile, mount = 'transit' }: TransitConfig): KeyService {
  const problem = addressProblem(url)
  if (problem !== null) throw new Error(`the key service's address: ${problem}`)
  const base = `${url.replace(/\/+$/, '')}/v1/${mount}`
  const name = `${base}/keys/${key}`
  const failed = (reason: string) => keyServiceError(name, reason)

  async function ask<Reply>(schema: z.ZodType<Reply>, path: string, body?: object): Promise<Reply> {
    let response: Response
    let text: string
    try {
      response = await fetch(`${base}/${path}/${encodeURIComponent(key)}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-vault-token': readFileSync(tokenFile, 'utf8').trim() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A redirect would send the token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      })
      text = await response.text()
    } catch (error) {
      throw failed(error instanceof Error ? error.message : String(error))
    }
    // The answer may contain a data key, so only the status is reported.
    if (!response.ok) throw failed(`it answered ${response.status} to ${path}`)
    const reply = schema.safeParse(parsed(text))
    if (!reply.success) throw failed(`its answer to ${path} is not that of a transit engine`)
    return reply.data
  }

  return {
    name,
    rotatesByItself: true,
    currentKeyId: async () => `${key}:v${(await ask(keySchema, 'keys')).data.latest_version}`,
    async wrap(dataKey) {
      const { data } = await ask(encryptedSchema, 'encrypt', { plaintext: dataKey.toString('base64') })
      const [, version] = data.ciphertext.split(':')
      return { key_id: `${key}:${version}`, wrapped: data.ciphertext }
    },
    async unwrap({ wrapped }) {
      const { data } = await ask(decryptedSchema, 'decrypt', { ciphertext: wrapped })
      return Buffer.from(data.plaintext, 'base64')
    },
    reload() {},
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
