import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'

/**
 * Puts prism, a proxy that validates every answer against docs/api/openapi.json, between a test and its service, when
 * `npm run check:external` requests it in the environment. Its findings are in its log, which
 * scripts/check-external.mjs reads. Otherwise there is no proxy.
 */
export async function throughProxy(
  serviceUrl: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { COUNTERTOP_PRISM: program, COUNTERTOP_PRISM_LOGS: logs } = process.env
  if (program === undefined || logs === undefined) return { url: serviceUrl, stop: async () => undefined }
  const port = await freePort()
  const document = join(import.meta.dirname, '../../../docs/api/openapi.json')
  // Requests are not validated: these tests send bad ones on purpose.
  const args = ['proxy', document, serviceUrl, '--port', String(port), '--validate-request=false']
  const proxy = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => proxy.once('close', () => resolve()))
  const log = createWriteStream(join(logs, `${port}.log`))
  await new Promise<void>((resolve, reject) => {
    let text = ''
    const record = (chunk: Buffer) => {
      log.write(chunk)
      text += String(chunk)
      if (text.includes('Prism is listening')) resolve()
    }
    proxy.stdout.on('data', record)
    proxy.stderr.on('data', record)
    void ended.then(() => reject(new Error(`prism ended before it listened: ${text.slice(-500)}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      proxy.kill()
      await ended
      await new Promise<void>((resolve) => log.end(() => resolve()))
    },
  }
}
