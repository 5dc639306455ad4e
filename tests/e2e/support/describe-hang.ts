import { readFileSync } from 'node:fs'
import type { ElectronApplication } from 'playwright-core'

/** Time that a hanging app has to answer, in ms. */
const answerMs = 3_000

/**
 * Describes how an app hangs: whether its main process still runs scripts, which windows are open, and whether its main
 * thread computes or waits, and for what.
 */
export async function describeHang(electron: ElectronApplication): Promise<string> {
  const silent = new Promise<null>((resolve) => setTimeout(() => resolve(null), answerMs))
  const windows = electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  )
  const before = threadOf(electron.process().pid)
  const open = await Promise.race([windows.catch(() => null), silent])
  const scripts = open === null ? 'its main process runs no script' : `its open windows: ${open.join(', ')}`
  await silent
  const after = threadOf(electron.process().pid)
  if (before === null || after === null) return scripts
  const cpuMs = (after.ticks - before.ticks) * 10
  return `${scripts}; its main thread (${after.state}, ${after.waitsFor}) computed for ${cpuMs} of ${answerMs} ms`
}

/** The main thread as Linux describes it; null on other systems and for a process that has ended. */
function threadOf(pid: number | undefined) {
  try {
    const [state = '', ...numbers] = (
      readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
    ).split(' ')
    const waitsFor = readFileSync(`/proc/${pid}/wchan`, 'utf8')
    return { state, waitsFor, ticks: Number(numbers[10]) + Number(numbers[11]) }
  } catch {
    return null
  }
}
