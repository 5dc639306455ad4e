import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const startLimitMilliseconds = 20_000

/** @typedef {{ name: string, stop: () => Promise<void> }} VirtualDisplay its name as DISPLAY wants it, e.g. `:7` */

/** Windows open on the display that is there; only Linux can be without one. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

/**
 * Starts a display of our own, in memory, on a number nobody else uses (the X server picks it and reports it).
 *
 * @param {string} [pictureFolder] where it keeps what it shows, for `pictureOfDisplay`
 * @returns {Promise<VirtualDisplay>}
 */
export const startVirtualDisplay = async (pictureFolder) => {
  const screen = ['-screen', '0', '1920x1200x24', '-nolisten', 'tcp']
  const picture = pictureFolder === undefined ? [] : ['-fbdir', pictureFolder]
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen, ...picture], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const exited = once(server, 'exit').catch(() => undefined)
  const stop = async () => {
    server.kill()
    await exited
  }
  const announced = createInterface({
    input: /** @type {import('node:stream').Readable} */ (server.stdio[3]),
  })
  try {
    const signal = AbortSignal.timeout(startLimitMilliseconds)
    const [number] = await Promise.race([
      once(announced, 'line', { signal }),
      once(server, 'exit', { signal }).then(() => {
        throw new Error('it ended at once')
      }),
    ])
    return { name: `:${number}`, stop }
  } catch (error) {
    server.kill()
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The virtual display (Xvfb) did not start: ${why}. \`node scripts/setup.mjs\` installs it.`,
    )
  }
}

/**
 * Does `work` with a display: the one that is there, else one of our own that is stopped afterwards, however
 * `work` ends.
 *
 * @template Result
 * @param {(env: NodeJS.ProcessEnv, virtual: boolean) => Promise<Result>} work gets the environment that names
 *   the display, and whether it is a virtual one
 * @returns {Promise<Result>}
 */
export const withDisplay = async (work) => {
  if (hasDisplay()) return work(process.env, false)
  const display = await startVirtualDisplay()
  try {
    return await work({ ...process.env, DISPLAY: display.name }, true)
  } finally {
    await display.stop()
  }
}
