import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A print service for one test: it listens on a socket in the test's folder and knows only the test's queues. */
export interface CupsServer {
  /** Environment for programs that print here. */
  readonly environment: { readonly CUPS_SERVER: string }
  /** Adds a queue whose printer writes each job to a file unchanged. */
  addQueue(name: string): Promise<void>
  /**
   * Changes a queue as a person would in the system's settings: `cupsdisable`, `cupsenable`, `cupsreject`,
   * `cupsaccept`.
   */
  turn(name: string, how: 'cupsdisable' | 'cupsenable' | 'cupsreject' | 'cupsaccept'): Promise<void>
  /** The jobs that a queue's printer has printed, in order. */
  printed(name: string): Promise<readonly Buffer[]>
  /** The jobs that wait in a queue. */
  waiting(name: string): Promise<readonly string[]>
  stop(): Promise<void>
}

/** A printer program: each job becomes a file, which gets its name once it is complete. */
const backend = (folder: string) => `#!/bin/sh
test $# = 0 && exit 0
queue=\${DEVICE_URI#capture:/}
if test -n "$6"; then cat "$6"; else cat; fi > "${folder}/$queue-$1.part" && mv "${folder}/$queue-$1.part" "${folder}/$queue-$1.job"
`

/**
 * @param folder of the test, which is removed with its contents; its path must be short, because it contains a socket
 */
export async function startCupsServer(folder: string): Promise<CupsServer> {
  const socket = join(folder, 'cups.sock')
  const out = join(folder, 'out')
  const own = ['bin/backend', 'bin/filter', 'out', 'spool', 'spool/tmp', 'cache', 'state', 'logs', 'etc']
  for (const name of own) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  for (const name of ['daemon', 'monitor', 'notifier']) {
    await symlink(`/usr/lib/cups/${name}`, join(folder, 'bin', name))
  }
  const capture = join(folder, 'bin/backend/capture')
  await writeFile(capture, backend(out))
  // Without permissions for others, so that a print service of root runs it as root: it can then write to the test's
  // folder.
  await chmod(capture, 0o700)
  const { username } = userInfo()
  await writeFile(
    join(folder, 'etc/cups-files.conf'),
    `ServerRoot ${folder}/etc
ServerBin ${folder}/bin
DataDir /usr/share/cups
Printcap
RequestRoot ${folder}/spool
TempDir ${folder}/spool/tmp
CacheDir ${folder}/cache
StateDir ${folder}/state
ErrorLog ${folder}/logs/error
AccessLog ${folder}/logs/access
PageLog ${folder}/logs/page
${username === 'root' ? 'User lp\nGroup lp' : ''}
`,
  )
  await writeFile(
    join(folder, 'etc/cupsd.conf'),
    `Listen ${socket}
LogLevel debug
Browsing No
WebInterface No
DefaultAuthType None
ErrorPolicy retry-job
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order allow,deny
    Allow all
  </Limit>
</Policy>
`,
  )
  const server = spawn(
    'cupsd',
    ['-f', '-c', join(folder, 'etc/cupsd.conf'), '-s', join(folder, 'etc/cups-files.conf')],
    { stdio: ['ignore', 'ignore', 'pipe'], env: withSystemPrograms() },
  )
  let trouble = ''
  server.stderr.on('data', (text) => {
    trouble += String(text)
  })
  const environment = { CUPS_SERVER: socket }
  const ask = async (program: string, args: readonly string[]): Promise<string> =>
    (await run(program, args, { env: { ...withSystemPrograms(), ...environment, LC_ALL: 'C' } })).stdout

  await untilUp(
    server,
    () => ask('lpstat', ['-r']),
    () => trouble,
  )

  return {
    environment,
    addQueue: async (name) => void (await ask('lpadmin', ['-p', name, '-E', '-v', `capture:/${name}`])),
    turn: async (name, how) => void (await ask(how, [name])),
    async printed(name) {
      const files = (await readdir(out)).filter((one) => one.startsWith(`${name}-`) && one.endsWith('.job'))
      const numberOf = (one: string) => Number(/-(\d+)\.job$/.exec(one)?.[1])
      files.sort((one, other) => numberOf(one) - numberOf(other))
      return Promise.all(files.map((one) => readFile(join(out, one))))
    },
    waiting: async (name) =>
      (await ask('lpstat', ['-o', name])).split('\n').filter((line) => line.startsWith(`${name}-`)),
    async stop() {
      if (server.exitCode !== null) return
      server.kill()
      await once(server, 'exit')
    },
  }
}

const withSystemPrograms = () => ({ ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` })

async function untilUp(
  server: ChildProcess,
  ask: () => Promise<string>,
  trouble: () => string,
): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error(`the print service ended: ${trouble()}`)
    const answer = await ask().catch(() => '')
    if (answer.includes('is running')) return
    await delay(100)
  }
  throw new Error(`the print service does not answer: ${trouble()}`)
}
