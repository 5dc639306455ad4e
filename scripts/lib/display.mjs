import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const startLimitMilliseconds = 20_000

/** @typedef {{ name: string, stop: () => Promise<void> }} VirtualDisplay `name` is a value for DISPLAY, e.g. `:7` */

/** Whether windows can open on an existing display; only Linux can be without one. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

/**
 * Starts a virtual display in memory. The X server picks a free number and reports it.
 *
 * @param {string} [pictureFolder] where it keeps its picture, for `pictureOfDisplay`
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
 * Runs `work` with a display: the existing one, or a virtual one that is stopped afterwards, however `work` ends.
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
