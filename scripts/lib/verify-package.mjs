import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { launchEnvironment, sandboxArgs, withDisplay } from './electron.mjs'

const startLimitMilliseconds = 60_000

/** @param {import('node:stream').Readable} stderr @returns {Promise<string>} where the browser lists its pages */
const debuggingAddress = async (stderr) => {
  for await (const line of createInterface({ input: stderr })) {
    const [, host] = /DevTools listening on ws:\/\/([^/]+)\//.exec(line) ?? []
    if (host) return `http://${host}/json/list`
  }
  throw new Error('the program ended before it had started')
}

/** @param {string} address @param {AbortSignal} signal @returns {Promise<string>} the first page of the app */
const firstPage = async (address, signal) => {
  for (;;) {
    signal.throwIfAborted()
    const response = await fetch(address, { signal })
    const pages = /** @type {readonly { type: string, url: string, title: string }[]} */ (
      await response.json()
    )
    const page = pages.find(({ type, url }) => type === 'page' && url.startsWith('app://'))
    if (page) return `${page.url} "${page.title}"`
    await wait(200)
  }
}

/**
 * Starts the packaged program with data of its own and waits until it shows a page.
 *
 * @param {string} program
 * @returns {Promise<string>} the page it shows
 */
export const verifyPackagedProgram = (program) =>
  withDisplay(async (env, virtualDisplay) => {
    const userData = await mkdtemp(join(tmpdir(), 'countertop-package-'))
    const args = ['--remote-debugging-port=0', ...sandboxArgs(), ...(virtualDisplay ? ['--disable-gpu'] : [])]
    const child = spawn(program, args, {
      env: { ...launchEnvironment(env), COUNTERTOP_USER_DATA: userData },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    const ended = once(child, 'exit')
    const limit = AbortSignal.timeout(startLimitMilliseconds)
    limit.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    try {
      return await firstPage(await debuggingAddress(child.stderr), limit)
    } finally {
      child.stderr.resume()
      child.kill()
      await Promise.race([ended, wait(5_000).then(() => child.kill('SIGKILL'))])
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    }
  })
