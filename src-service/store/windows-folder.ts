import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a program of Windows. @returns its output @throws if it fails */
export type RunProgram = (program: string, args: readonly string[]) => string

/** Full control of the folder and of all that comes into it. */
const all = '(OI)(CI)F'
const system = '*S-1-5-18'
const administrators = '*S-1-5-32-544'

/**
 * Makes a new folder readable only for this user, the system and administrators. Windows has no file modes: outside a
 * user's own folder, a new one inherits rights for all users. Groups are named by their numbers, since their names are in
 * the language of Windows.
 * @throws when Windows refuses, for example on a drive without rights
 */
export function closeOnWindows(folder: string, run: RunProgram = runOfWindows): void {
  const user = /S-1-[\d-]+/.exec(run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[0]
  if (user === undefined) throw new Error('whoami does not report the user')
  const rights = [system, administrators, `*${user}`].map((who) => `${who}:${all}`)
  run('icacls.exe', [folder, '/inheritance:r', '/grant:r', ...rights, '/Q'])
}

/** By its full path: a program of the same name in the current folder must not run. */
const runOfWindows: RunProgram = (program, args) =>
  execFileSync(join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', program), args, {
    encoding: 'utf8',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
