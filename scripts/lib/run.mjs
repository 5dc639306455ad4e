import { spawn } from 'node:child_process'

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMilliseconds?: number, stop?: AbortSignal }} RunOptions
 * @typedef {{ code: number, output: string, stdout: string }} RunResult
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv }} Started
 */

/**
 * Runs a command to its end without input and returns its output; never throws. A command that cannot be started, or
 * exceeds its time limit or is stopped, returns a code other than 0.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export const run = (command, args, { cwd, env, timeoutMilliseconds, stop } = {}) =>
  new Promise((resolve) => {
    let output = ''
    let stdout = ''
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMilliseconds,
      killSignal: 'SIGKILL',
    })
    stop?.addEventListener('abort', () => child.kill('SIGKILL'))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n`, stdout }))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}(ended by ${signal})\n` : output, stdout }),
    )
  })

/**
 * Like `run`, but throws on failure, with the last lines of the output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export const runOrThrow = async (command, args, options) => {
  const result = await run(command, args, options)
  if (result.code !== 0) {
    const lastLines = result.output.trim().split('\n').slice(-25).join('\n')
    throw new Error(`\`${[command, ...args].join(' ')}\` ended with code ${result.code}:\n${lastLines}`)
  }
  return result
}

/**
 * Runs a program in the foreground: it shares our standard streams and gets the signals that are sent to us. Returns
 * its exit code (128 + n when signal n ended it, as in shells).
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>}
 */
export const runForeground = (command, args, { env, stdio = 'inherit' } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: env ?? process.env, stdio })
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const release = () => {
      for (const signal of signals) process.off(signal, forward)
    }
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      release()
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15))
    })
  })

/**
 * The command that runs npm on every platform: the npm that started us, if there is one. On Windows npm is a batch
 * file, which Node.js starts only through the shell.
 *
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[] }}
 */
export const npm = (args, { platform, env } = /** @type {Started} */ (process)) => {
  const npmProgram = env.npm_execpath
  if (npmProgram !== undefined && /npm-cli\.c?js$/.test(npmProgram))
    return { command: process.execPath, args: [npmProgram, ...args] }
  return platform === 'win32'
    ? { command: env.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', 'npm', ...args] }
    : { command: 'npm', args }
}
