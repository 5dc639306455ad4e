import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { launchEnvironment, sandboxArgs, withDisplay } from './electron.mjs'

const startLimitMilliseconds = 60_000

/**
 * Waits for an event in the log: a packaged program has no debugger that could be used instead.
 *
 * @param {string} event @param {string} userData @param {AbortSignal} signal @returns {Promise<object>}
 */
const loggedEvent = async (event, userData, signal) => {
  for (;;) {
    signal.throwIfAborted()
    const log = await readFile(join(userData, 'logs', 'main.log'), 'utf8').catch(() => '')
    const line = log.split('\n').find((one) => one.includes(`"${event}"`))
    if (line !== undefined) return JSON.parse(line)
    await wait(200)
  }
}

/** @param {string} userData @param {AbortSignal} signal @returns {Promise<string>} the page that it shows */
const shownPage = async (userData, signal) => {
  const { url, title } = /** @type {{ url: string, title: string }} */ (
    await loggedEvent('app.page_shown', userData, signal)
  )
  if (!url.startsWith('app://')) throw new Error(`the program shows ${url}`)
  return `${url} "${title}"`
}

/**
 * Checks that the service inside the program serves the page of a payment link, and the page's script.
 *
 * @param {string} userData @param {AbortSignal} signal
 */
const mustServePaymentPage = async (userData, signal) => {
  const { url } = /** @type {{ url: string }} */ (await loggedEvent('service.ready', userData, signal))
  const page = await fetch(new URL('/checkout/cs_none', url), { signal })
  const [, script] = /src="([^"]+)"/.exec(await page.text()) ?? []
  if (script === undefined) throw new Error('the service inside does not serve the page of a payment link')
  const { status } = await fetch(new URL(script, url), { signal })
  if (status !== 200) throw new Error(`the script of the page of a payment link answers ${status}`)
}

/**
 * Starts the packaged program with a debugging port, as an attacker who wants to read its pages would.
 *
 * @param {string} program @param {NodeJS.ProcessEnv} env @param {readonly string[]} args
 * @throws when it starts
 */
const mustRefuseDebuggers = async (program, env, args) => {
  const child = spawn(program, ['--remote-debugging-port=0', ...args], {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const ended = once(child, 'exit')
  let written = ''
  child.stderr.on('data', (part) => {
    written += part
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMilliseconds)
  const [code] = await ended
  clearTimeout(limit)
  if (code !== 1 || written.includes('DevTools listening')) {
    throw new Error(`the program can be debugged: it ended with ${code} and wrote ${written}`)
  }
}

/**
 * Starts the packaged program with data of its own and waits until it shows a page; first with a debugger, which it
 * must refuse.
 *
 * @param {string} program
 * @returns {Promise<string>} the page that it shows
 */
export const verifyPackagedProgram = (program) =>
  withDisplay(async (env, virtualDisplay) => {
    const userData = await mkdtemp(join(tmpdir(), 'countertop-package-'))
    const args = [...sandboxArgs(), ...(virtualDisplay ? ['--disable-gpu'] : [])]
    const programEnv = { ...launchEnvironment(env), COUNTERTOP_USER_DATA: userData }
    await mustRefuseDebuggers(program, programEnv, args)
    const child = spawn(program, args, { env: programEnv, stdio: ['ignore', 'inherit', 'inherit'] })
    const ended = once(child, 'exit')
    const limit = AbortSignal.timeout(startLimitMilliseconds)
    limit.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    try {
      const early = ended.then(([code]) => Promise.reject(new Error(`the program ended with ${code}`)))
      const shown = shownPage(userData, limit).then(async (page) => {
        await mustServePaymentPage(userData, limit)
        return page
      })
      return await Promise.race([shown, early])
    } finally {
      child.kill()
      await Promise.race([ended, wait(5_000).then(() => child.kill('SIGKILL'))])
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    }
  })
